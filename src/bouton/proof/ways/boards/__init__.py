"""Positions that are sets, on boards of every size: families that replies never leave."""
