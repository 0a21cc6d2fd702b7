"""The votes of a room: in memory alone, one a device, and only while their question is open."""

MOST = 1000  # devices that are counted


class Ballots:
    """letters: {name of a question: the letters of its options}.

    A vote belongs to a question and a round: a class may vote on a question again. Who votes again
    in the same round has changed their mind. Once the answer has been seen, the round is over."""

    def __init__(self, letters):
        self.letters = letters
        self.open = None  # (name, round) while votes are taken
        self.answered = set()  # the (name, round) that are over
        self.cast = {}  # (name, round) → {device: letter}

    def ask(self, name, number):
        """Take votes on a question, in its round `number`, from 0, unless it is over. What was cast
        in it stays. ValueError for a question that there is not."""
        self.check(name, number)
        self.open = None if (name, number) in self.answered else (name, number)

    def answer(self, name, number):
        """The answer is seen: take no more votes in this round."""
        self.check(name, number)
        self.answered.add((name, number))
        self.open = None

    def check(self, name, number):
        if name not in self.letters or not isinstance(number, int) or not 0 <= number < 10:
            raise ValueError(
                f"name, number: given {name!r}, {number!r}, needed a question, a round"
            )

    def close(self):
        self.open = None

    def vote(self, device, name, number, letter):
        """Whether the vote counts: the question is open, in this round, and has this letter."""
        if self.open is None or (name, number) != self.open or isinstance(number, bool):
            return False
        if not isinstance(letter, str) or len(letter) != 1 or letter not in self.letters[name]:
            return False
        votes = self.cast.setdefault(self.open, {})
        if device not in votes and len(votes) >= MOST:
            return False
        votes[device] = letter
        return True

    def letter(self, device, name, number):
        """What a device has voted in a round; nothing if it has not."""
        return self.cast.get((name, number), {}).get(device, "")

    def counts(self):
        """How many chose each letter of the open question."""
        name, _ = self.open
        votes = list(self.cast.get(self.open, {}).values())
        return [votes.count(letter) for letter in self.letters[name]]
