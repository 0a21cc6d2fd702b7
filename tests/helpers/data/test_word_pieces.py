"""How the published model cuts a text: as it did when it was recorded, and by the rule."""

import pytest

from helpers.data import recorded, word_pieces


@pytest.mark.parametrize("sentence", recorded.SENTENCES)
def test_the_recorded_sentences_are_cut_as_the_model_did(sentence):
    assert word_pieces.tokens(recorded.SENTENCES[sentence]) == recorded.tokens(sentence)


@pytest.mark.parametrize(
    ("text", "tokens"),  # as the package tokenizers gives them
    [
        ("unbelievably", "un ##bel ##ie ##va ##bly"),
        ("Straße, CAFÉ!", "st ##raße , cafe !"),
        ("12345", "123 ##45"),
        ("猫 sat", "[UNK] sat"),
        ("x" * 101, "[UNK]"),
        (" \t\n", ""),
    ],
)
def test_a_text_is_cut_into_the_longest_pieces(text, tokens):
    assert word_pieces.tokens(text) == ("[CLS]", *tokens.split(), "[SEP]")


def test_the_vocabulary_is_the_model_s():
    pieces = word_pieces.vocabulary()
    assert len(pieces) == 30_522
    assert [*pieces][101:104] == ["[CLS]", "[SEP]", "[MASK]"]
