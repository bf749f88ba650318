"""Every skeleton whose toolchain can be had is built, tested, and run against the suite; see `make kit`.

Registries other than those of Python, Node.js and Debian are not needed: the crates and jars are Debian's.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest
import tree_sitter
import tree_sitter_c_sharp

from concordia_ref.kit.skeleton import skeleton
from tests.kit.skeletons import FIRST_SCENARIO, NPM, Project, check_malformed, project

pytestmark = pytest.mark.kit

JARS = Path("/usr/share/java")
JACKSON = ("jackson-databind", "jackson-core", "jackson-annotations")
JUNIT = (
    *("junit-jupiter-api", "junit-jupiter-engine", "junit-platform-commons", "junit-platform-engine"),
    *("junit-platform-launcher", "junit-platform-console", "junit-platform-reporting", "apiguardian-api"),
    *("opentest4j", "opentest4j-reporting-events", "opentest4j-reporting-schema", "picocli"),
)
CRATES = (
    *("--offline", "--config", 'source.crates-io.replace-with="debian"'),
    *("--config", 'source.debian.directory="/usr/share/cargo/registry"'),
)
# What the types of a language do not see, and an engine will: it has to look colonists and seats up in any case.
UNSEEN = (
    *("place without a kind", "place of an unknown kind", "a move from nowhere", "builds on a line"),
    "buy of nothing",  # Null and a missing key are the same to them.
)
LENIENT: Mapping[str, tuple[str, ...]] = {"rust": UNSEEN, "java": UNSEEN}


def build(made: Project) -> None:
    """Build a skeleton as its README says, with the packages of Debian where an author takes those of a registry."""
    match made.language:
        case "typescript":
            made.must([*NPM, "install"])
            made.must([*NPM, "run", "build"])
        case "go":
            assert made.must("gofmt -l .") == ""
            made.must("go vet .")
            made.must("go build -o adapter")
        case "rust":
            made.must(["cargo", "build", "--release", *CRATES])
        case "java":
            # What Maven does with the pom.
            jars = os.pathsep.join(str(JARS / f"{jar}.jar") for jar in (*JACKSON, *JUNIT))
            for part, target in (("main", "classes"), ("test", "test-classes")):
                sources = [str(file) for file in (made.folder / "src" / part).rglob("*.java")]
                classes = f"target/classes{os.pathsep}{jars}"
                made.must(
                    ["javac", "-Xlint:all,-serial,-path", "-Werror", "-cp", classes, "-d", f"target/{target}", *sources]
                )
            (made.folder / "target" / "lib").mkdir(exist_ok=True)
            for jar in JACKSON:
                link = made.folder / "target" / "lib" / f"{jar}.jar"
                link.unlink(missing_ok=True)
                link.symlink_to(JARS / f"{jar}.jar")


def run_tests(made: Project) -> str:
    """Run the tests of a skeleton, and return what they say."""
    match made.language:
        case "typescript" | "javascript":
            return made.must([*NPM, "test"])
        case "rust":
            return made.must(["cargo", "test", "--release", *CRATES])
        case "go":
            return made.must("go test -v")
        case _:
            jars = [f"{JARS}/{jar}.jar" for jar in (*JACKSON, *JUNIT)]
            path = os.pathsep.join(["target/classes", "target/test-classes", *jars])
            launcher = "org.junit.platform.console.ConsoleLauncher"
            return made.must(["java", "-cp", path, launcher, "--scan-classpath", "target/test-classes"])


@pytest.fixture(scope="module", params=["typescript", "javascript", "go", "rust", "java"])
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A skeleton that has been built as it is written."""
    made = project(request.param, tmp_path_factory.mktemp("kit") / request.param)
    build(made)
    return made


# One test for each language, so that two of them build at a time and none is built twice.
def test_a_skeleton_is_built_and_plays_its_first_card(made: Project) -> None:
    said = run_tests(made)
    assert any(count in said for count in ("pass 5", "5 passed", "5 tests successful")) or said.count("--- PASS") == 5
    smoke = made.conform("--smoke")
    assert smoke.code == 0, smoke.text
    assert "✓" in smoke.text

    check_malformed(made, LENIENT.get(made.language, ()))

    made.play_the_first_card()
    build(made)
    ran = made.conform(FIRST_SCENARIO)
    assert ran.code == 0, ran.text


def test_the_types_of_javascript_are_right(tmp_path: Path) -> None:
    made = project("javascript", tmp_path / "javascript")
    made.play_the_first_card()
    made.must([*NPM, "install"])
    made.must([*NPM, "run", "types"])


@pytest.mark.parametrize("path", [path for path in skeleton("csharp") if path.endswith(".cs")])
def test_the_csharp_can_be_parsed(path: str) -> None:
    # There is no compiler of C# in the registries; a parser sees its syntax, not its types.
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_c_sharp.language()))
    text = skeleton("csharp")[path]
    assert not parser.parse(text.encode()).root_node.has_error
    last = text.rindex(";")
    assert parser.parse((text[:last] + text[last + 1 :]).encode()).root_node.has_error
