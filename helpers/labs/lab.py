"""What a lab is: controls, a pure function from their values to what is shown, presets, challenges.

`Lab()` puts it on the page. `Session` is one copy of it in use: it holds the values, takes changes
and answers with what to show. Nothing here draws or talks to a browser.
"""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Shown:
    """What `show` returns: the parts on the page, top to bottom, and one sentence read aloud."""

    parts: dict  # {id: Matrix, Drawing or Lines}
    say: str
    options: dict = field(default_factory=dict)  # {choice: texts}, where they vary; fewer hide some
    off: tuple = ()  # names of controls that have no effect now


@dataclass(frozen=True)
class Preset:
    """A setting that a lecturer shows, with its sentence; unnamed controls go to their start."""

    name: str
    sentence: str
    values: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Challenge:
    """A task, and solved(values) that recognises it."""

    task: str
    solved: Callable


@dataclass(frozen=True)
class Lab:
    """A live figure; call it, `labs.softmax()`, to put it on the page.

    show(**values) → Shown. settle(values, changed) returns the values after the control `changed`
    moved and others have to follow, such as the cells of a new example; None at a preset.
    The first preset is how the lab begins; its still shows the preset number `pictured`.
    """

    name: str
    title: str
    controls: tuple
    show: Callable
    presets: tuple
    challenges: tuple
    settle: Callable = lambda values, changed: values
    pictured: int = 0

    def __call__(self):
        """Put the lab on the page: a still picture, and live while a kernel answers."""
        from helpers.labs.live import display_lab  # the widget's packages only where one is shown

        display_lab(self)

    def at(self, preset):
        """The values of a preset."""
        values = {control.name: control.start for control in self.controls}
        return self.settle(_plain(values | preset.values), None)


class Session:
    """One copy of a lab in use. `answer` is JSON: the last good state, and what went wrong."""

    def __init__(self, lab):
        self.lab = lab
        self.controls = {control.name: control for control in lab.controls}
        self.values = self.chosen = lab.at(lab.presets[0])
        self.preset, self.solved = 0, [False] * len(lab.challenges)
        self.answer = self._answer(0, lab.show(**self.values), lab.presets[0].sentence, {}, False)

    def change(self, message):
        """Take {number, change: {name: value}} or {number, preset: index}; return the answer.

        A change solves a challenge that what was chosen before did not; one that is only a `peek`
        (the pointer passes over a cell) solves none, and takes no text away. A value that cannot be
        is refused with a message and the last good one stays; an error inside the lab is answered
        as text. Neither raises.
        """
        number = message.get("number", 0)
        peek, preset = message.get("peek", False), self.preset
        values, chosen = self.values, self.chosen
        problems, sentence = {}, ""
        if peek:
            problems, sentence = dict(self.answer["problems"]), self.answer["sentence"]
        try:
            if "preset" in message:
                preset = int(message["preset"]) % len(self.lab.presets)
                values = chosen = self.lab.at(self.lab.presets[preset])
                problems, sentence = {}, self.lab.presets[preset].sentence
            for name, value in message.get("change", {}).items():
                try:
                    cleaned = self.controls[name].clean(value, values[name])
                    values = self.lab.settle(values | {name: cleaned}, name)
                except ValueError as problem:
                    problems[name] = str(problem)
            shown = self.lab.show(**values)
            solved = [
                before or bool(not peek and task.solved(values) and not task.solved(chosen))
                for before, task in zip(self.solved, self.lab.challenges, strict=True)
            ]
        except Exception as error:  # shown in the lab: a callback's error would be swallowed
            text = f"{type(error).__name__}: {error}"
            self.answer = self.answer | {"number": number, "problems": {}, "error": text}
            return self.answer
        self.preset, self.values, self.solved = preset, values, solved
        self.chosen = chosen if peek else values
        self.answer = self._answer(number, shown, sentence, problems, peek)
        return self.answer

    def _answer(self, number, shown, sentence, problems, peek):
        return {
            "number": number,
            "values": self.values,
            "parts": {name: part.data() for name, part in shown.parts.items()},
            "say": shown.say,
            "options": shown.options,
            "off": list(shown.off),
            "preset": self.preset,
            "changed": self.chosen != self.lab.at(self.lab.presets[self.preset]),
            "sentence": sentence,
            "peek": peek,
            "solved": self.solved,
            "problems": problems,
            "error": "",
        }


def _plain(value):
    """Tuples as lists, as they come back from the browser."""
    if isinstance(value, dict):
        return {name: _plain(x) for name, x in value.items()}
    return [_plain(x) for x in value] if isinstance(value, list | tuple) else value
