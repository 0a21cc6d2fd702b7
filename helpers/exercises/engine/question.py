"""A question with four options, each wrong one a known misconception with its own line."""

from dataclasses import dataclass

from helpers.exercises.engine.feedback import Feedback
from helpers.exercises.engine.present import quoted
from helpers.exercises.engine.typed import letter_in

LETTERS = "abcd"
QUOTED = '"a", "b", "c" or "d"'


@dataclass(frozen=True)
class Question:
    """ask: Markdown. options: four pairs (option, its comment); right: the letter of the right one.
    deeper: whether it stands in a part that can be skipped."""

    name: str
    title: str
    ask: str
    options: tuple
    right: str
    deeper: bool = False

    choices = tuple(LETTERS)

    @property
    def opening(self):
        """The task without its options."""
        return f"**Question.** {self.ask}"

    @property
    def task(self):
        options = zip(LETTERS, self.options, strict=True)
        lines = [f"- **{letter}** {text}" for letter, (text, _) in options]
        return f"{self.opening}\n\n" + "\n".join(lines)

    def explained(self):
        """The right letter and its comment, then those of the others: Markdown."""
        options = zip(LETTERS, self.options, strict=True)
        comments = {letter: comment for letter, (_, comment) in options}
        right = f"**Answer {self.right}:** {comments.pop(self.right)}"
        others = [f"- **{letter}** {comment}" for letter, comment in comments.items()]
        return "\n".join([right, "", *others])

    def source(self):
        """The code of its cell."""
        return f'check("{self.name}", ...)  # {QUOTED}'

    def solved(self):
        return self.source().replace("...", f'"{self.right}"', 1)

    def judge(self, answer):
        if answer is ...:
            verdict = "Put your letter, in quotes, in place of the dots and run the cell."
            return Feedback(False, verdict, head=f"Not yet: {self.title}", untouched=True)
        letter = letter_in(answer, LETTERS)
        if not letter:
            verdict = f"Got {quoted(answer)}, expected one letter in quotes: {QUOTED}."
            return Feedback(False, verdict, head=f"Not yet: {self.title}")
        _, comment = self.options[LETTERS.index(letter)]
        is_right = letter == self.right
        head = f"{'Passed' if is_right else 'Not right yet'}: {self.title}"
        return Feedback(is_right, f"{letter}: {comment}", head=head)
