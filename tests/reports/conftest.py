"""What the tests of the reports share with those of the runner."""

from tests.suite.conftest import bench, nothing_survives, script

__all__ = ["bench", "nothing_survives", "script"]
