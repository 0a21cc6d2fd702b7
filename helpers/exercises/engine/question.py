"""A question with four options, each wrong one a known misconception with its own line."""

from dataclasses import dataclass

from helpers.exercises.engine.feedback import Feedback, given

LETTERS = "abcd"


@dataclass(frozen=True)
class Question:
    """ask: Markdown. options: four pairs (option, what is said when it is chosen); right: the
    letter of the right one."""

    name: str
    title: str
    ask: str
    options: tuple
    right: str
    deeper = False  # none stands in a part that can be skipped

    @property
    def task(self):
        options = [f"- **{x}** {text}" for x, (text, _) in zip(LETTERS, self.options, strict=True)]
        return f"**Question.** {self.ask}\n\n" + "\n".join(options)

    def explained(self):
        """The right letter and why, then what is said to each of the others: Markdown."""
        says = {x: said for x, (_, said) in zip(LETTERS, self.options, strict=True)}
        right = f"**Answer: {self.right}.** {says.pop(self.right)}"
        return "\n".join([right, "", *(f"- **{x}** {said}" for x, said in says.items())])

    def source(self):
        """The code of its cell."""
        return f'check("{self.name}", ...)  # "a", "b", "c" or "d"'

    def solved(self):
        return self.source().replace("...", f'"{self.right}"', 1)

    def judge(self, answer):
        if answer is ...:
            said = "Put your letter, in quotes, in place of the dots and run the cell."
            return Feedback(False, said, head=f"Not yet: {self.title}", untouched=True)
        letter = answer.strip().lower() if isinstance(answer, str) else ""
        if len(letter) != 1 or letter not in LETTERS:
            said = f'Got {given(answer)}, expected one letter in quotes: "a", "b", "c" or "d".'
            return Feedback(False, said, head=f"Not yet: {self.title}")
        _, says = self.options[LETTERS.index(letter)]
        passed = letter == self.right
        head = f"{'Passed' if passed else 'Not right yet'}: {self.title}"
        return Feedback(passed, f"{letter}: {says}", head=head)
