"""Names of classes as a stranger could choose them: markup of all surfaces, characters that are not what they seem.

All but three groups are of characters that can be printed; `SCRIPTS` are words of other scripts; `HIDDEN` holds, for
names with characters that cannot be seen, what is left to see; `LONG` are long ones.
"""

from __future__ import annotations

TEX = [
    r"\input{x}", r"\input{/etc/passwd}", r"\write18{touch x}", r"\immediate\write18{id}", r"\end{document}",
    r"\def\x{\x}\x", r"\loop\iftrue\repeat", r"\\", r"\\[5pt]", r"\[5pt]", r"\cr", r"\verb|x|", r"\begin{x}",
    r"\csname x\endcsname", r"\hskip1000pt", r"\par", "~\\~", "\\", "\\\\\\", "{", "}", "}{", "}}}", "{{{", "$",
    "$$", "$x$", "$$x$$", "$`x`$", "a_b", "a^b", "a&b", "50 %", "%", "100% & 3", "#1", "##", "~", "^^41", "^^M",
    "^^5c^^5cinput", "[x]", "*", "*[2em]", "-- a --- b", "?`!`", "``quoted''", "<<a>>", ",,a''", "fi ffi fl", '"a',
    "|", "@{x}", "&&&", "\\$\\%",
]  # fmt: skip
MARKDOWN = [
    "*a*", "**b**", "_u_", "__init__", "a*b*c", "snake_case_name", "~~x~~", "`", "```", "`code`", "``` math", "a|b",
    "|---|", "![x](y)", "[a](b)", "[a]: http://x.org", "[^1]", "[^1]: note", "[ ] todo", "http://x.org",
    "https://x.org/a_b_c?d=e&f=g", "www.example.com", "a@b.org", "mailto:a@b.org", "ftp://x.org", "<http://x.org>",
    "# head", "- item", "+ item", "1. one", "1) one", "> quote", "---", "===", "***", "___", ":---:", ":::",
    ":smile:", "@user", "#123", "owner/repo#1", "\\|", "\\`", "\\*a\\*", "a  ", "| a | b |", "$`x`$", "==mark==",
    "^sup^", "~sub~", "{.class}", "[[wiki]]", "term : definition",
]  # fmt: skip
HTML = [
    "<b>", "<script>alert(1)</script>", '" onload="alert(1)', "' onload='alert(1)", "&amp;", "&nbsp;",
    "&lt;script&gt;", "&#60;", "&#x3c;b&#x3e;", "]]>", "<![CDATA[x]]>", "<!-- x -->", "-->", "<?php x ?>",
    "</td></tr></table>", "</math><script>x</script>", "<img src=x onerror=alert(1)>", "<svg/onload=x>", "<bdi>",
    "</bdi>", "</title>", "</style>", "javascript:x", "<a href=x>y</a>", "a < b > c", "AT&T",
    "<style>*{display:none}</style>",
]  # fmt: skip
TEMPLATES = [
    "{{7*7}}", "<< 7*7 >>", "<% raw %>", "<% raise %>", "<# x #>", "{% for %}", "{# x #}", "<%- x -%>",
    "<< title >>", "{title}", "{label}", "{0.__class__}", "%s", "%(name)s", "${x}", "$(id)", "`id`", "__class__",
]  # fmt: skip
PUNCTUATION = [
    "0", "-1", "1/0", "1e5", "None", "true", "...", ",", ";", "'", '"', "''", '""', "()", "a=b", "= 7", "+", "-",
    "--", "---x", "!", "?", "a (1)", "(2)", "1: a", "true A", "i", "a, b and c", "e.g.", "a — b…", "½ ² №",
]  # fmt: skip
SCRIPTS = [
    "é", "ÄÖÜ ß", "Łódź", "ẞ", "İ", "ﬁ", "−", "Ελλάδα", "Москва", "שלום", "مرحبا", "مرحبا 123", "کتاب", "猫", "ねこ",
    "고양이", "แมว", "नमस्ते", "🐈", "☃", "𝔘", "٣", "１２", "l’été", "ǅ", "Ω", "½",
]  # fmt: skip
# What is written, and what can be seen of it.
HIDDEN = {
    "": '""', " ": '""', "\x00": '""', "\u200b": '""', "\u202e": '""', "\ud800": '""', "\U000e0041": '""',
    "\u3164": '""', "\u2800": '""', "a\nb": "a b", "a\r\n\r\nb": "a b", "a\tb": "a b", "  a   b  ": "a b",
    "\u00a0x\u00a0": "x", "a\u2028b": "a b", "a\u2029b": "a b", "a\u0085b": "a b", "a\x0bb\x0cc": "a b c",
    "a\x00b": "ab", "a\x1b[31mb": "a[31mb", "a\x07b": "ab", "a\x7fb": "ab", "a\x9bb": "ab", "\u202eabc": "abc",
    "a\u202eb\u202cc": "abc", "\u2066x\u2069": "x", "a\u200eb\u200f": "ab", "\u061cx": "x", "a\u200bb": "ab",
    "a \u200b b": "a b", "a\u2060b": "ab", "\ufeffx": "x", "a\u00adb": "ab", "a\u200db": "ab", "a\u200cb": "ab",
    "a\u034fb": "ab", "a\ufe0fb": "ab", "a\ue000b": "ab", "a\ud800b": "ab", "a\udcffc": "ac", "e\u0301": "\u00e9",
    "A\u030a": "\u00c5", "\u212b": "\u00c5", "\u1112\u1161\u11ab": "\ud55c", "x\u0323\u0307": "\u1e8b\u0323",
    # joiners that change what is seen stay
    "👨\u200d👩\u200d👧": "👨\u200d👩\u200d👧", "👩🏽\u200d🚀": "👩🏽\u200d🚀", "🏳\ufe0f\u200d🌈": "🏳\ufe0f\u200d🌈",
    "❤\ufe0f": "❤\ufe0f", "1\ufe0f\u20e3": "1\ufe0f\u20e3", "می\u200cخواهم": "می\u200cخواهم", "क्\u200dष": "क्\u200dष",
    "क्\u200cष": "क्\u200cष",
    # and others go
    "می\u200c": "می", "\u200d👧": "👧", "👧\u200d": "👧", "👧\u200d\u200d👧": "👧\u200d👧",
    "👧\u200d\x00👧": "👧\u200d👧",
}  # fmt: skip
LONG = [
    "x" * 10_000, "word " * 2_000 + "end", "猫" * 300, "%_&$#{}~^\\" * 1_000, "<b>[a](b)</b>" * 800, "W" * 41,
    "ab-cd?ef!" * 30,
]  # fmt: skip

PRINTED = list(dict.fromkeys([*TEX, *MARKDOWN, *HTML, *TEMPLATES, *PUNCTUATION]))
NAMES = [*PRINTED, *SCRIPTS, *HIDDEN, *LONG]
# Pairs that differ as Python texts and not to a reader.
ALIKE = [
    ("a", "a\u200b"), ("é", "e\u0301"), ("a b", "a\u00a0b"), ("", '""'), ("x" * 10_000, "x" * 9_999),
    ("x" * 10_000, "x" * 10_000 + "\u200b"), (1, "1"), ("a\ud800", "a\ud801"),
]  # fmt: skip
ISOLATES = "\u2066\u2067\u2068\u2069"


def seen(name: object) -> str:
    """What is to be read on a page for a name: found out here without the package."""
    if name in HIDDEN:
        return HIDDEN[str(name)]
    return " ".join(str(name).split())


def without_isolates(text: str) -> str:
    """A page without the characters that only keep the order of words of two directions."""
    return text.translate(dict.fromkeys(map(ord, ISOLATES)))
