"""Signs of all scripts in the plain form that the reader of arithmetic knows, one character for one.

Digits of any script, wide forms, other minus, times and approximate signs. The length never changes, so positions stay
those of the text given. Punctuation that ends a clause in Chinese or Arabic becomes a semicolon.
"""

from __future__ import annotations

ARROW = "\x05"  # an arrow, behind which a result may stand

_ZEROS = (
    0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xE50, 0xED0, 0xF20, 0x1040,
    0x17E0, 0x1810, 0xFF10, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6,
)  # fmt: skip
_WIDE = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_OTHERS = {
    "٫": ".", "٬": "\u00a0", "٪": "%", "؛": ";", "،": ";", "。": ";", "，": ";", "、": ";", "；": ";", "：": ";",
    "？": ";", "！": ";", "【": "(", "】": ")", "〔": "(", "〕": ")", "―": "—", "‐": "-", "‑": "-", "‒": "−",
    "﹣": "-", "➖": "−", "➕": "+", "✕": "×", "✖": "×", "⨯": "×", "╳": "×", "•": "\u2022", "‧": "·", "・": "·",
    "∙": "·", "●": "\u2022", "➗": "÷", "∶": ":", "≒": "≈", "≓": "≈", "∼": "≈", "≐": "≈", "⩰": "≈", "≊": "≈",
    "⇔": ";", "⇒": ARROW, "→": ARROW, "➜": ARROW, "➔": ARROW, "⟹": ARROW, "⟶": ARROW, "⇨": ARROW, "↦": ";",
    "▶": ";", "►": ";", "←": ";",
    "€": " ", "£": " ", "¥": " ", "₹": " ", "￥": " ", "°": " ", "\ufeff": " ", "\u200e": " ", "\u200f": " ",
    "\u200c": " ", "\u200d": " ", "\u2060": " ", "\u2061": " ", "\u2062": "·", "\u2063": " ", "\u00ad": " ",
    "\u202a": " ", "\u202b": " ", "\u202c": " ", "\u2066": " ", "\u2067": " ", "\u2069": " ", "٭": "*", "⁎": "*",
}  # fmt: skip

TABLE = str.maketrans(
    {
        **{chr(zero + digit): str(digit) for zero in _ZEROS for digit in range(10)},
        **{chr(code): plain for code, plain in _WIDE.items()},
        **{chr(code): ";" for code in (0xFF0C, 0xFF1A, 0xFF1B, 0xFF01, 0xFF1F)},
        **_OTHERS,
    }
)


def plain(text: str) -> str:
    """The text with plain digits and signs, as long as before.

    >>> plain("准确率＝９０／１００＝٠٫٩。")
    '准确率=90/100=0.9;'
    """
    return text if text.isascii() else text.translate(TABLE)
