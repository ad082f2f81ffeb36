"""Pictures: P-positions and values of a box as SVG and PNG, small game graphs as DOT and SVG."""
