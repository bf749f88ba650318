"""Lets `python -m concordia_ref` do what `concordia` does."""

import sys

from concordia_ref.cli.main import main

sys.exit(main())
