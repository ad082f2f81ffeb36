"""The solvers and what makes a problem easier for them: linear forms, instances, least models."""
