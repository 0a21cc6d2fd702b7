"""How an answer is judged: type and shape, then the cases from the smallest up, then the name of
the mistake, if one is known that gives the same on every case."""

from helpers.exercises.advice import advice
from helpers.exercises.beside import called
from helpers.exercises.compare import alike, compared, constant, kind_of, named
from helpers.exercises.feedback import Feedback, Fold, hints
from helpers.exercises.run import call, quiet
from helpers.exercises.stub import is_stub, waits

INTERRUPTED = (
    "Stopped: your code had not returned when it was interrupted. Look for a loop that does not "
    "end. The cells below still run."
)
REMEMBERS = (
    "Called again with the same arguments, your function gives something else: it keeps something "
    "from one call to the next, or leaves it to chance."
)


def judged(exercise, answer):
    """The Feedback to an answer of a student."""
    takes = exercise.cases[0].arguments
    if answer is ... or is_stub(exercise.stub, answer):
        return not_yet(exercise)
    if takes and not callable(answer):
        return wrong(
            exercise,
            f"What was handed in is {kind_of(answer)}, needed the function itself: "
            f'check("{exercise.name}", {exercise.answer}), no brackets behind the name.',
        )
    if not takes and callable(answer):
        return wrong(exercise, "A function was handed in, needed a value: what the function gives.")
    try:
        with quiet():
            return _judged(exercise, answer if takes else lambda: answer)
    except KeyboardInterrupt:
        return wrong(exercise, INTERRUPTED)


def _judged(exercise, function):
    cases = list(exercise.all_cases())
    for i, case in enumerate(cases):
        outcome = call(function, case.arguments)
        problem, pictures = compared(exercise, case, outcome, exercise.reference(*case.arguments))
        if problem:
            unwritten = outcome.result is ... or waits(function, case.arguments)
            if unwritten and "..." in exercise.stub:
                return not_yet(exercise)
            meaning = _meaning(exercise, function, cases, i, outcome)
            if outcome.error or outcome.changed:  # both stay: their own line, and what it means
                said = f"{problem}\n{meaning or advice(outcome.error)}".strip()
            else:
                said = meaning or problem
            given_away = not case.arguments  # a value to find is not shown
            return wrong(exercise, said, case, outcome, () if given_away else pictures)
    solution = Fold("A solution", exercise.why, exercise.solution.strip())
    said = f"Right on all {len(cases)} cases." if cases[0].arguments else "Right."
    return Feedback(True, said, folds=(solution,), head=f"Passed: {exercise.title}")


def _meaning(exercise, function, cases, i, outcome):
    """What all cases together say of a function that is wrong on case i."""
    try:
        outcomes = [call(function, case.arguments) for case in cases]
        if not alike(outcome, outcomes[i]):
            return REMEMBERS
        return named(exercise, cases, outcomes, i) or (constant(outcomes) if i else "")
    except KeyboardInterrupt:  # a slow function: what is known is said
        return ""


def not_yet(exercise):
    return Feedback(
        False,
        "Put your code in the place of the dots and run the cell again."
        if "..." in exercise.stub
        else "This is still the code as it was given. Find what is wrong in it and mend it.",
        folds=hints(exercise.hints),
        head=f"Not yet: {exercise.title}",
    )


def wrong(exercise, said, case=None, outcome=None, pictures=()):
    lines = [said]
    if case and case.arguments:
        lines.append(f"Case: {case.what}. {called(exercise, case)}")
    if outcome and outcome.printed.strip():
        lines.append(f"Printed on the way: {outcome.printed.strip()}")
    solution = Fold("Solution", exercise.why, exercise.solution.strip())
    head = f"Not right yet: {exercise.title}"
    return Feedback(False, "\n".join(lines), pictures, (*hints(exercise.hints), solution), head)
