"""What a person or a program reads: verdicts, boxes and faults as text and as JSON objects.

Nothing here prints; `bouton.cli` does.
"""
