"""A session is one copy of a lab in use: each change is answered with what to show."""

import contextlib
import time
from copy import copy
from dataclasses import dataclass, field, replace

import numpy as np

LONG = 0.1  # seconds: once a change and what is asked ahead after it took so long, no more is
# A lab computes as NumPy begins, whatever np.seterr the reader has called: a decorator.
as_numpy_begins = np.errstate(divide="warn", over="warn", under="ignore", invalid="warn")


@dataclass(frozen=True)
class State:
    """Where a session stands; everything else in an answer follows from it."""

    values: dict  # as they were chosen
    preset: int = 0
    solved: tuple = ()  # a bool for each challenge; what is solved stays solved
    kept: dict = field(default_factory=dict)  # {preset: {control: value}} of settings left before
    hovered: dict = field(default_factory=dict)  # {control: value} under the pointer, not chosen
    problems: dict = field(default_factory=dict)  # {control: why its last value was refused}


class Session:
    def __init__(self, lab):
        self.lab = lab
        self.controls = {control.name: control for control in lab.controls}
        self.state = State(lab.at(lab.presets[0]), solved=(False,) * len(lab.challenges))
        self.took = 0  # seconds: the last change, and what was asked ahead after it

    @as_numpy_begins
    def begin(self, message):
        """Begin where another session stood, {preset: index, change: {name: value}}; return the
        answer. What is solved there is not solved here.

        The values are taken one after the other, with what depends on them, and then once more as
        they are. What is no value of a control is left out."""
        before = self.state
        try:
            preset = int(message.get("preset", 0)) % len(self.lab.presets)
            given = message.get("change", {})
            values = self.lab.at(self.lab.presets[preset])
            for depends in (self.lab.apply_dependencies, lambda values, changed: values):
                for name in (name for name in values if name in given):
                    with contextlib.suppress(ValueError):
                        parsed = self.controls[name].parse(given[name], values[name])
                        values = depends(values | {name: parsed}, name)
            self.state = State(values, preset, self.state.solved)
            return self.answer()
        except Exception as error:  # shown in the lab, as in change
            self.state = before
            return self.answer(error=f"{type(error).__name__}: {error}")

    @as_numpy_begins
    def change(self, message):
        """Take {number, preset: index, change: {name: value}, hover: {name: value}}, where each may
        be missing; return the answer.

        A change solves a challenge that the values before it did not; a preset alone solves none,
        nor does a cell that the pointer only hovers over. An invalid value is refused with a
        message and the last good one stays; hovering leaves that message. An error in the lab comes
        back as text.

        {ahead: message} asks for what the answer to that message would be now, and changes nothing.
        """
        if "ahead" in message:
            return message | {"answer": self._ahead(message["ahead"])}
        number, before, begun = message.get("number", 0), self.state, time.perf_counter()
        try:
            self.state = self._after(message)
            answer = self.answer(number)
        except Exception as error:  # shown in the lab: a callback's error would be swallowed
            self.state = replace(before, problems={})
            answer = self.answer(number, f"{type(error).__name__}: {error}")
        self.took = time.perf_counter() - begun
        return answer

    def _ahead(self, message):
        """What the answer would be, or None: the kernel is kept for the reader."""
        if self.took >= LONG:
            return None
        then = copy(self)
        answer = then.change(message)
        self.took += then.took
        return answer

    @as_numpy_begins
    def answer(self, number=0, error=""):
        """All that the page needs to know, ready for JSON."""
        state = self.state
        shown = self._shown()
        view = self.lab.show(**shown)
        return {
            "number": number,
            "preset": state.preset,
            "changed": self._is_changed(),
            "values": state.values,
            "hovered": {name: shown[name] for name in state.hovered},
            "parts": {name: part.data() for name, part in view.parts.items()},
            "main": list(self.lab.main(self.lab.presets[state.preset], view)),
            "sentence": view.sentence,
            "spoken": view.spoken,
            "options": view.options,
            "off": list(view.off),
            "solved": list(state.solved),
            "problems": state.problems,
            "error": error,
        }

    def _after(self, message):
        """The state after a message: first its preset, then its changes, then its hovered cell."""
        values, hovered = self.state.values, dict(self.state.hovered)
        preset, kept, problems = self.state.preset, self._kept(), {}
        if "preset" in message:
            chosen = int(message["preset"]) % len(self.lab.presets)
            again = {} if chosen == preset else kept.get(chosen, {})  # the same one begins anew
            preset, hovered = chosen, {}
            values = self.lab.at(self.lab.presets[preset]) | again
        elif not message.get("change"):
            problems = dict(self.state.problems)
        before = values
        for name, value in message.get("change", {}).items():
            try:
                parsed = self.controls[name].parse(value, values[name])
                values = self.lab.apply_dependencies(values | {name: parsed}, name)
                hovered.pop(name, None)
            except ValueError as problem:
                problems[name] = str(problem)
        for name, value in message.get("hover", {}).items():
            try:
                hovered[name] = self.controls[name].parse(value, values[name])
            except ValueError as problem:
                problems[name] = str(problem)
        hovered = {name: value for name, value in hovered.items() if value != values[name]}
        solved = tuple(
            done or bool(task.solved(values) and not task.solved(before))
            for done, task in zip(self.state.solved, self.lab.challenges, strict=True)
        )
        return State(values, preset, solved, kept, hovered, problems)

    def _kept(self):
        """What settings keep, that of now included, unless it has become another one."""
        preset, values = self.state.preset, self.state.values
        kept = {} if self._is_changed() else {name: values[name] for name in self.lab.kept}
        return self.state.kept | {preset: kept}

    def _is_changed(self):
        """Whether the setting's name and sentence may no longer be true: a value differs from the
        setting's that its `by_hand` does not ask to move, and through which it does not lead."""
        values, preset = self.state.values, self.lab.presets[self.state.preset]
        setting = self.lab.at(preset)
        moved = set(self.lab.within) - set(preset.values) if preset.by_hand else set()
        moved.add(preset.through)
        return any(values[name] != setting[name] for name in values if name not in moved)

    def _shown(self):
        """The values that the picture shows: those chosen, and the cell under the pointer."""
        values = self.state.values
        for name, value in self.state.hovered.items():
            values = self.lab.apply_dependencies(values | {name: value}, name)
        return values
