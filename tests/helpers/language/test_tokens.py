"""Texts become the tokens that the library tokenizers gave them, and the same texts again."""

from helpers.language.tokens import LETTERS, Tokens, published

SMALL = Tokens(["a", "b", "c", "ab", "abc", "Ġ", "<m>", "Ã", "©"], ["a b", "ab c", "b c"], ["<m>"])


def test_200_texts_have_the_tokens_that_tokenizers_gives_them(model, answers):
    assert len(answers["texts"]) == 200
    for text, numbers in answers["texts"]:
        assert model.tokens.encode(text) == numbers, text
        assert model.tokens.decode(numbers) == text.replace("\x1d", "")  # a byte without a token


def test_without_the_model_a_text_has_the_same_tokens(model, answers):
    for text, numbers in answers["texts"]:
        assert published().encode(text) == numbers, text
    assert vars(published()) | {"known": None} == vars(model.tokens) | {"known": None}


def test_21_bytes_have_no_token_of_which_8_can_occur_in_a_text(model):
    without = {byte for byte, letter in LETTERS.items() if letter not in model.tokens.number}
    occur = {
        byte
        for number in range(0x110000)
        if not 0xD800 <= number < 0xE000
        for byte in chr(number).encode()
    }
    assert len(without) == 21
    assert without & occur == {0x04, 0x06, 0x13, 0x14, 0x16, 0x1D, 0xF1, 0xF2}
    assert model.tokens.encode("a\x04b") == model.tokens.encode("a") + model.tokens.encode("b")
    unassigned = range(0x40000, 0xC0000)
    assert {chr(number).encode()[0] for number in unassigned} == {0xF1, 0xF2}


def test_each_byte_has_a_letter_of_its_own():
    assert len(set(LETTERS.values())) == 256
    assert all(letter.isprintable() for letter in LETTERS.values())
    assert LETTERS[ord(" ")] == "Ġ"


def test_the_earliest_pair_of_the_table_is_merged_first_wherever_it_stands():
    assert SMALL.merges("abcab") == [
        ["a", "b", "c", "a", "b"],
        ["ab", "c", "ab"],
        ["abc", "ab"],
    ]
    assert SMALL.merges("") == [[]]


def test_words_are_cut_at_spaces_signs_digits_and_marks():
    words = SMALL.words("It's  2½ a_b<m>\n<n>")
    assert words == ["It", "'s", "  ", "2", "½", " a", "_", "b", "<m>", "\n", "<", "n", ">"]
    assert SMALL.encode("ab<m> c") == [3, 6, 5, 2]


def test_a_character_of_several_tokens_comes_whole():
    pieces = [*SMALL.streamed([0, 7, 8, 1])]
    assert pieces == ["a", "", "é", "b", ""]
    assert SMALL.decode([7]) == "�"
    assert SMALL.texts([7, 0]) == ["�", "a"]


def test_half_of_a_surrogate_pair_is_no_error():
    assert SMALL.merges("\ud800") == [["?"]]
