"""The tables of claims: `python -m docs.claims` writes them from the reports of `bouton check --json`."""
