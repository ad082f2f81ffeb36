"""From a spec file to checked, located, frozen data."""
