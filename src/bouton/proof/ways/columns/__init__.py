"""By columns: in how many heaps the digit is 1, at each binary place."""
