"""The answers of a box, kept in Python: the page asks for one word after the other.

    answers = Answers(model, mine.language)
    answers.reply({"id": "v-0", "ask": "Why is the sky blue?"} | how)
    answers.reply({"id": "v-0", "next": True})                       # until "end" says something
    answers.reply({"id": "v-1", "from": "v-0", "place": 3, "choice": 260} | how)

how: {"temperature": 0, "seed": 0, "view": "v", "shown": ["v-0"]}, the view of the box that asks and
the answers that it shows. Without a choice, "from" draws what comes at this place.

Each reply is {id, word, end, said}. word: {place, text, p, likeliest}, or None within a character
that several tokens make; likeliest: [number, text, p] of what might have stood there. end: "" as
long as there is more, then "end", "most" or "error". said: a sentence for the reader, or nothing.
No message computes more than one token, so nothing waits long, and who stops asking has stopped it.
"""

from dataclasses import dataclass, field

import numpy as np

from helpers import language
from helpers.attention import softmax
from helpers.exercises import PARTS

MOST = 120  # tokens of an answer
LONGEST = 300  # characters of a question
LIKELIEST = 5  # tokens that are shown at each place
DRAWN_FROM = 40  # the likeliest tokens: among all 49,152, unlikely ones add up to noise
KEPT = 12  # answers of all views, each with a cache of up to 12 MB
TEMPERATURES = 0.0, 0.7, 1.2
END = "(end)"


@dataclass
class Answer:
    """One answer on its way. numbers: its tokens, the first `begin` of which are the question.
    kept: the cache of all of them but the last, or of fewer."""

    numbers: list
    begin: int
    temperature: float
    rng: np.random.Generator
    kept: dict = field(default_factory=dict)
    likeliest: list = field(default_factory=list)  # of each token written: [number, text, p]
    p: list = field(default_factory=list)  # of each token written
    first: int = 0  # the place of the first token of the next word

    @property
    def written(self):
        return self.numbers[self.begin :]

    def begun_again(self, place, temperature, rng):
        """A new answer with the first `place` tokens of this one. The arrays of a cache never
        change, so it takes their beginnings."""
        n = self.begin + place
        kept = {layer: (K[:, : n - 1], V[:, : n - 1]) for layer, (K, V) in self.kept.items()}
        before = self.likeliest[:place], self.p[:place]
        return Answer(self.numbers[:n], self.begin, temperature, rng, kept, *before, place)


class Answers:
    """model: with tokens and next_logits, as the language model's. parts: what it is computed with;
    without them, its own."""

    def __init__(self, model, parts=None):
        self.model, self.parts, self.answers = model, parts, {}

    @np.errstate(all="ignore")  # whatever np.seterr the reader has called
    def reply(self, message):
        """The reply to a message of the page. Whatever goes wrong is said in a sentence."""
        name, note = message["id"], ""
        try:
            if "ask" in message:
                note = self._ask(message)
            elif message.get("from", name) not in self.answers:
                return said(name, "This answer is no longer kept: ask again.")
            elif "from" in message:
                self._begin_again(message)
                if message["choice"] is not None:
                    return self._replied(name, self._choose(message))
            answer = self.answers[name]
            if "next" in message and ended(answer):
                return self._replied(name, None)
            return self._replied(name, self._step(answer), note)
        except KeyboardInterrupt:
            return said(name, "Interrupted: the answer ends here. You can ask again.")
        except Exception as error:
            names = readers(self.parts)
            which = f" It may come from a function of yours: {', '.join(names)}." if names else ""
            reason = f"{type(error).__name__}: {error}".rstrip(".: ")
            return said(name, f"The answer ends here, with an error: {reason}.{which}")

    def _ask(self, message):
        """Begin an answer; returns what is said of the question."""
        question = " ".join(message["ask"].split())
        numbers = self.model.tokens.encode(language.chat(question[:LONGEST]))
        self._keep(message, Answer(numbers, len(numbers), *drawn_by(message)))
        if len(question) <= LONGEST:
            return ""
        return f"The question is long: the first {LONGEST} characters were read."

    def _begin_again(self, message):
        """Begin an answer with the first words of another one."""
        other = self.answers[message["from"]]
        self._keep(message, other.begun_again(message["place"], *drawn_by(message)))

    def _choose(self, message):
        """The word that was chosen where an answer begins again."""
        likeliest = self.answers[message["from"]].likeliest[message["place"]]
        p = {number: p for number, _, p in likeliest}[message["choice"]]
        return self._take(self.answers[message["id"]], message["choice"], p, likeliest)

    def _keep(self, message, answer):
        """Keep an answer, and forget what its view shows no longer."""
        for name in [*self.answers]:
            if name.startswith(message["view"]) and name not in message["shown"]:
                del self.answers[name]
        self.answers[message["id"]] = answer
        while len(self.answers) > KEPT:
            del self.answers[next(iter(self.answers))]

    def _step(self, answer):
        """Compute one token; an interrupt before it is taken leaves the answer as it was."""
        kept = dict(answer.kept)
        new = answer.numbers[kept[1][0].shape[1] if kept else 0 :]
        logits = self.model.next_logits(new, kept, (), self.parts)  # (words,)
        if not np.isfinite(logits).all():
            raise ValueError("what the model computes is no longer finite")
        p = softmax(logits.astype(float))
        number = language.draw(answer.rng, logits, answer.temperature, DRAWN_FROM)
        likeliest = np.argpartition(-p, LIKELIEST)[:LIKELIEST]
        likeliest = likeliest[np.argsort(-p[likeliest], kind="stable")].tolist()
        if number not in likeliest:
            likeliest.append(number)
        answer.kept = kept
        listed = [[k, self._text(k), round(float(p[k]), 4)] for k in likeliest]
        return self._take(answer, number, round(float(p[number]), 4), listed)

    def _take(self, answer, number, p, likeliest):
        """Write a token; returns the word that is whole now, or None."""
        answer.numbers.append(number)
        answer.likeliest.append(likeliest)
        answer.p.append(p)
        text = self._piece(answer.written)
        if not text:
            return None
        place, answer.first = answer.first, len(answer.written)
        p = float(np.prod(answer.p[place:]))
        return {"place": place, "text": text, "p": p, "likeliest": answer.likeliest[place]}

    def _piece(self, written):
        """What the last of these tokens adds to the text; nothing, within a character."""
        tokens = self.model.tokens
        if written[-1] in language.END:
            return END
        if tokens.all[written[-1]] in tokens.marks:
            return ""
        numbers = [number for number in written if tokens.all[number] not in tokens.marks]
        return [*tokens.streamed(numbers)][len(numbers) - 1]

    def _text(self, number):
        """A token as it stands in a list; � is a part of a character."""
        tokens = self.model.tokens
        if number in language.END:
            return END
        return "(mark)" if tokens.all[number] in tokens.marks else tokens.texts([number])[0]

    def _replied(self, name, word, note=""):
        end = ended(self.answers[name])
        note = f"It stops after {MOST} tokens." if end == "most" else note
        return {"id": name, "word": word, "end": end, "said": note}


def readers(parts):
    """The names of the functions that the reader wrote, among those that a model is computed with:
    a page may have put the series' own in their place."""
    yours = parts.yours if parts else {}
    series = {name: PARTS[name].reference for name in yours if name in PARTS}
    return [name for name, function in yours.items() if function is not series.get(name)]


def ended(answer):
    """Why there is no more of an answer: "end" or "most", or "" where there is."""
    if answer.written and answer.written[-1] in language.END:
        return "end"
    return "most" if len(answer.written) >= MOST else ""


def drawn_by(message):
    """The temperature that a message asks for, and what draws."""
    temperature = float(message["temperature"])
    if temperature not in TEMPERATURES:
        raise ValueError(f"temperature: given {temperature}, needed one of {TEMPERATURES}")
    return temperature, np.random.default_rng(int(message["seed"]))


def said(name, sentence):
    """The reply that ends an answer with a sentence."""
    return {"id": name, "word": None, "end": "error", "said": sentence}
