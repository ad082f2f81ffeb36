"""The words that everything else is said in: positions, claims, verdicts, errors, exit codes."""
