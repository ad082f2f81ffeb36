"""The problems whose solution proves a theorem by induction along the measure: of P-positions, values, or labels."""
