"""The marks for one notebook of one student.

The student's own cells run in the sandbox, in their order, and find what our cells above have
defined. Each `check` on the way hands an answer in, which is judged here, as the notebook did, on
random inputs that no check has used. If an answer uses one above it that is not right, it is
judged again with ours in its place.
"""

import difflib
import re
import time
from dataclasses import dataclass, field, replace
from functools import cache

from helpers.exercises.engine import deadline
from helpers.exercises.engine.exercise import STOPPED, Exercise, FunctionExercise
from helpers.exercises.engine.feedback import Feedback
from helpers.exercises.engine.question import Question
from helpers.exercises.engine.run import RemoteFunction, one_line
from tools.grading.our_notebook import WORD, normal, parts_before, with_their_code
from tools.grading.sandbox import Broken, Sandbox

CHECKS = re.compile(r"""\b(?:check|predict)\(\s*["'](\w+)["']""")  # as a student types it
ANSWERS = re.compile(r"\b(?:check|predict)\b")
SOLUTIONS = re.compile(r"""\bsolution\(\s*["'](\w+)["']""")
MAGIC = re.compile(r"\A\s*(%%\w+)")  # which may take the cell for another language
NOT_RUN = "Your cell begins with {}: what stands below it was not run as Python."
CELL_SECONDS = 30  # for a cell, without its checks
NOTEBOOK_SECONDS = 300  # for a notebook
SLACK_SECONDS = 2  # more than a check has, where no timer of its own ends it
MOST_CHECKS = 1000  # in a cell
MOST_ANSWERS = 20  # to one exercise that are looked at
LONG = 2**15  # characters; a longer function is judged, but not read


@dataclass(frozen=True)
class Mark:
    """passed, tried, shown: each 1 or 0; message: what is wrong, in a line. shown: whether the
    notebook asks for the solution."""

    passed: int = 0
    tried: int = 0
    message: str = ""
    shown: int = 0


@dataclass(frozen=True)
class StudentCell:
    """A cell that the student wrote or changed. place: how many of our cells stand above it."""

    source: str
    place: int

    @property
    def checked(self):
        """The names that it hands in an answer to, as its text says."""
        return CHECKS.findall(self.source)


@dataclass
class Replay:
    """What came of the student's cells. answers: entry's name → the Feedback to each; ended:
    the number of a cell → how it ended, if not well; errors: the same → the error alone."""

    answers: dict = field(default_factory=dict)
    ended: dict = field(default_factory=dict)
    errors: dict = field(default_factory=dict)


def own_cells(cells, ours):
    """The StudentCells among a notebook's cells of code, pairs (id, source)."""
    texts = [normal(source) for _, source in cells]
    matcher = difflib.SequenceMatcher(None, ours.texts, texts, autojunk=False)
    same = {
        block.b + i: block.a + i
        for block in matcher.get_matching_blocks()
        for i in range(block.size)
    }
    checked = {name for _, source in cells for name in CHECKS.findall(source)}
    entry_of = {ours.ids[place]: name for name, place in ours.answers.items()}
    result, place = [], 0
    for number, (cell_id, source) in enumerate(cells):
        if number in same:
            place = max(place, same[number] + 1)
            continue
        if not texts[number] or texts[number] in ours.texts:
            continue  # nothing, or one of ours that was moved
        entry = ours.entries.get(entry_of.get(cell_id))
        if isinstance(entry, Exercise) and entry.name not in checked and entry.answer in source:
            source += f'\n\ncheck("{entry.name}", {entry.answer})'  # whose check was deleted
        asked = [name for name in CHECKS.findall(source) if name in ours.answers]
        place = max([place, *(above(ours, name) for name in asked)])
        result.append(StudentCell(source, place))
    return result


def above(ours, name):
    """How many of our cells count as above an answer: with its own, if that holds no solution. Such
    a cell may define what others use, whether or not it is answered."""
    return ours.answers[name] + (not isinstance(ours.entries[name], Exercise))


def marks(cells, ours, seeds, files):
    """entry's name → Mark. cells: pairs (id, source) of the student's cells of code; seeds: of the
    random inputs; files: the sandbox's Files."""
    own = own_cells(cells, ours)
    shown = {name for _, source in cells for name in SOLUTIONS.findall(source)}
    entries = {
        name: replace(entry, seeds=seeds) if isinstance(entry, FunctionExercise) else entry
        for name, entry in ours.entries.items()
    }
    if not any(ANSWERS.search(cell.source) for cell in own):
        return {name: Mark(shown=int(name in shown)) for name in entries}
    run = Run(own, ours, entries, files)
    first = run.replay({*entries})
    tried = {name for cell in own for name in cell.checked} | first.answers.keys()
    feedback = {name: settled(entries[name], first.answers.get(name, [])) for name in entries}
    open_ones = [name for name in entries if not (feedback[name] and feedback[name].passed)]
    again = {name for name in open_ones if name in tried and uses(name, open_ones, own, ours)}
    if again:
        second = run.replay(again, open_ones)
        for name in again:
            answer = settled(entries[name], second.answers.get(name, []))
            if answer and answer.passed:
                feedback[name] = answer
    return {
        name: replace(mark(name, feedback[name], tried, own, first), shown=int(name in shown))
        for name in entries
    }


def uses(name, open_ones, own, ours):
    """Whether an answer, or a cell that it may use, mentions what an earlier one was to define, or
    what the page makes of it."""
    for earlier in open_ones:
        others = [cell for cell in own if earlier not in cell.checked]
        is_earlier = ours.answers[earlier] < ours.answers[name]
        answer = getattr(ours.entries[earlier], "answer", "")
        if is_earlier and answer in mentioned(others, ours):
            return True
    return False


def mentioned(cells, ours):
    """The names in these cells, and those of the student's functions that the page's values of
    these names call."""
    words = {word for cell in cells for word in WORD.findall(cell.source)}
    return words.union(*(ours.calls.get(word, ()) for word in words))


def settled(entry, answers):
    """Which of several Feedbacks to answers counts, or None: of an exercise the best, of a letter
    or a guess the last."""
    best = [x for x in answers if x.passed] if isinstance(entry, Exercise) else []
    touched = [x for x in answers if not x.untouched]
    return (best or touched or answers or [None])[-1]


def mark(name, feedback, tried, own, replay):
    """The Mark for an exercise, from the Feedback or from how its cell ended."""
    if feedback and feedback.passed:
        return Mark(passed=1, tried=1)
    if name not in tried or (feedback and feedback.untouched):
        return Mark()
    numbers = [i for i, cell in enumerate(own) if name in cell.checked]
    ends = [replay.ended[i] for i in numbers if replay.ended.get(i)]
    magics = [magic for i in numbers for magic in MAGIC.findall(own[i].source)]
    nothing = NOT_RUN.format(magics[0]) if magics else "Your cell hands in nothing."
    if feedback:
        message, stops = feedback.message, feedback.error
    else:
        message, stops = (ends or [nothing])[0], ends
    if stops:  # a helper may be what is missing
        message = one_line(message) + error_above(numbers, own, replay)
    return Mark(tried=1, message=one_line(message))


def error_above(numbers, own, replay):
    """A sentence about the first of the cells above these that stops, if it hands in nothing."""
    above = [i for i in sorted(replay.errors) if i < max(numbers, default=0) and not own[i].checked]
    return f" A cell of yours above it stops: {replay.errors[above[0]]}" if above else ""


class TimeIsOver(Exception):
    """The notebook has had its time."""


class Run:
    """A student's own cells, as often as they have to run. entries: name → entry."""

    def __init__(self, own, ours, entries, files):
        self.own, self.ours, self.entries, self.files = own, ours, entries, files
        self.names = mentioned(own, ours)
        self.end = time.monotonic() + NOTEBOOK_SECONDS

    def replay(self, wanted, replaced=()):
        """The Replay of the cells, in which answers to the entries `wanted` are judged. replaced:
        the entries whose solution is taken below their place, and which are closed then.

        If the process ends, it begins again, with all that is known."""
        replay = Replay()
        left_out = set()
        for _ in range(2 * len(self.own) + MOST_ANSWERS):
            with Sandbox(self.files) as box:
                if self._run_all(box, replay, wanted, replaced, left_out):
                    break
        return replay

    def _run_all(self, box, replay, wanted, replaced, left_out):
        """Run the cells. Whether that came to an end: if not, it may begin again."""
        if "mine" in self.names:
            box.ask("parts", parts_before(self.ours.stem))
        place, counts = 0, {}
        for number, cell in enumerate(self.own):
            closed = {name for name in replaced if above(self.ours, name) < cell.place}
            defined = self.ours.defined(self.names, place, cell.place, closed)
            place = max(place, cell.place)
            with box.within(CELL_SECONDS):  # it may not listen
                box.ask("names", defined)
            if number in left_out:
                continue
            known = {name: len(answers) for name, answers in replay.answers.items()}
            try:
                error = self._listen(box, cell.source, replay, wanted - closed, counts)
                if error:
                    replay.errors[number] = error
                    replay.ended[number] = f"Your cell stops before its check. {error}"
            except TimeIsOver:
                for x in range(number, len(self.own)):
                    replay.ended.setdefault(x, "Your notebook takes too long: this was not judged.")
                return True
            except (Broken, KeyboardInterrupt) as end:
                if known == {name: len(answers) for name, answers in replay.answers.items()}:
                    left_out.add(number)  # it was not an answer of the cell
                    late = f"your cell had not come to its check after {CELL_SECONDS} seconds."
                    replay.ended[number] = str(end) or f"Stopped: {late}"
                return False
        return True

    def _listen(self, box, source, replay, wanted, counts):
        """Run a cell and judge what it hands in, until it ends. Its error, or nothing."""
        request = "cell", source
        spent = 0
        for _ in range(MOST_CHECKS):
            begun = time.monotonic()
            if begun > self.end:
                raise TimeIsOver
            with box.within(max(CELL_SECONDS - spent, 0)):
                box.ask(*request)
                message = box.receive()
            spent += time.monotonic() - begun
            if "end" in message:
                return str(message["end"])
            request = "passed", False
            name = message.get("check")
            if not isinstance(name, str) or name not in self.entries:
                continue
            answers = replay.answers.setdefault(name, [])
            count = counts[name] = counts.get(name, 0) + 1
            if name in wanted and len(answers) < count <= MOST_ANSWERS:
                answers.append(self._judged(self.entries[name], message, box))
            is_right = bool(answers) and answers[min(count, len(answers)) - 1].passed
            is_letter = isinstance(self.entries[name], Question)  # four are soon tried
            request = "passed", is_right and not is_letter
        raise Broken("Your cell checks its answers without end.")

    def _judged(self, entry, message, box):
        """The Feedback to what was handed in."""

        def outcome_on(case):
            return box.outcome(pickled(case))

        try:
            with box.within(deadline.SECONDS + SLACK_SECONDS):
                if not (message["function"] and isinstance(entry, FunctionExercise)):
                    return entry.judge(box.value())
                names = dict.fromkeys(map(str, message["numbers"]), 0)  # of a clue about them
                source = str(message["source"])
                source = source if len(source) <= LONG else ""
                return entry.judge(RemoteFunction(source, names, outcome_on))
        except Broken as end:
            return Feedback(False, str(end))
        except KeyboardInterrupt:
            return Feedback(False, STOPPED)
        except Exception as error:  # what it sent cannot be judged
            return Feedback(False, f"This could not be judged. {type(error).__name__}: {error}")


@cache
def pickled(case):
    """A case's arguments."""
    return with_their_code(case.arguments)
