"""`python -m bouton`."""

import sys

from bouton.cli import main

sys.exit(main())
