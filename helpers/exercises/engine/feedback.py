"""The Feedback to an answer, in fields. What a notebook shows of it is written in present.py."""

from dataclasses import dataclass

from helpers.exercises.engine import present


@dataclass(frozen=True, eq=False)
class FailedCase:
    """The call that shows what is wrong. name: the situation, in a few words; function: the name of
    the student's function; arguments: name → value; printed: what the call printed.

    yours, expected: the result as an array, and the right one, if they can be set side by side;
    differs: where they differ, if their shapes don't; axes: what runs along the last two."""

    name: str
    function: str
    arguments: dict
    printed: str
    yours: object
    expected: object
    differs: object
    axes: tuple


@dataclass(frozen=True)
class Answer:
    """What is right, and why. code: a solution; summary: what opens it, if it stays closed until
    the reader opens it."""

    why: str
    code: str = ""
    summary: str = ""


@dataclass(frozen=True)
class Feedback:
    """passed: whether the answer is right. verdict: what is said of it first.

    head: the words above it; untouched: there is no answer yet, and it is one slim line without
    colour. line, error: the student's Line that failed, and the error's type and message;
    explanation: what may help to find out why, in sentences; case: the FailedCase.
    answer: what is right; hints: each says more than the one before; solution: the Feedback that
    shows one, offered after the last of them. choices: what an answer is chosen from, which
    JupyterLab shows as buttons; name: of what asks."""

    passed: bool
    verdict: str
    head: str = ""
    untouched: bool = False
    line: object = None
    error: str = ""
    explanation: tuple = ()
    case: object = None
    answer: object = None
    hints: tuple = ()
    solution: object = None
    choices: tuple = ()
    name: str = ""

    @property
    def message(self):
        """All that is said of the answer, but for what only its writer needs: the line of code and
        the case."""
        return "\n".join(filter(None, [self.verdict, self.error, *self.explanation]))

    def __repr__(self):
        return present.text(self)

    def _repr_mimebundle_(self, include=None, exclude=None):
        return present.bundle(self)


def not_yet(exercise):
    verdict = "This is the code as it was given: find the bug and fix it."
    if exercise.has_dots:
        verdict = "Put your code in place of the dots and run the cell again."
    return Feedback(
        False,
        verdict,
        head=f"Not yet: {exercise.title}",
        untouched=True,
        hints=exercise.hints,
        solution=solved(exercise),
    )


def passed(exercise, verdict):
    answer = Answer(exercise.why, exercise.solution.strip(), summary="A solution")
    return Feedback(True, verdict, head=f"Passed: {exercise.title}", answer=answer)


def wrong(exercise, verdict, **fields):
    return Feedback(
        False,
        verdict,
        head=f"Not right yet: {exercise.title}",
        hints=exercise.hints,
        solution=solved(exercise),
        **fields,
    )


def wrong_function(exercise, diagnosis, fault):
    """A Diagnosis with the call that gave the fault."""
    case, outcome = fault.case, fault.outcome
    failed = FailedCase(
        name=case.name,
        function=exercise.answer,
        arguments=dict(zip(exercise.parameters, case.arguments, strict=True)),
        printed=outcome.printed,
        yours=fault.yours,
        expected=fault.expected,
        differs=fault.differs,
        axes=exercise.axes,
    )
    return wrong(
        exercise,
        diagnosis.verdict,
        line=outcome.line,
        error=outcome.error,
        explanation=diagnosis.explanation,
        case=failed,
    )


def solved(exercise):
    """A solution of an exercise, and why it is right."""
    answer = Answer(exercise.why, exercise.solution.strip())
    return Feedback(
        False, "", head=f"A solution: {exercise.title}", answer=answer, name=exercise.name
    )
