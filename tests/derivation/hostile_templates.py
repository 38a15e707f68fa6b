"""Templates written to break out, to use up time or memory, or to read what is none of their business.

Each stands for `text/report.txt.jinja` in a user's folder; `MORE` holds files for those that need several.
"""

from __future__ import annotations

DOUBLING = "<% set a = 'xxxxxxxxxxxxxxxx' %>"
MACROS = "<% macro m0() %>x<% endmacro %>"

ESCAPES = [
    "<< ''.__class__ >>", "<< sections.__class__ >>", "<< ''.__class__.__mro__[1].__subclasses__() >>",
    "<< ''['__class__'] >>", "<< sections[0]['__class__'] >>", "<< title | attr('__class__') >>",
    "<< '{0.__class__.__init__.__globals__}'.format(title) >>", "<< '{x.__class__}'.format_map({'x': title}) >>",
    "<< title.upper() >>", "<< sections[0].items() >>", "<< sections.append(1) >>", "<< '%s' % title >>",
    "<< self._TemplateReference__context >>", "<< self.__class__ >>", "<< self.__init__.__globals__ >>",
    "<< self['__class__'] >>", "<< cycler.__init__.__globals__.os.popen('id').read() >>", "<< joiner.__init__ >>",
    "<< lipsum.__globals__ >>", "<< lipsum(5) >>", "<% set ns = namespace(x=1) %><% set ns.x = 2 %>", "<< dict(a=1) >>",
    "<< {'a': 1}.items() >>", "<< {title: 1} | length >>", "<< url_for.__globals__ >>", "<< config >>",
    "<< request.application.__globals__ >>", "<% import 'os' as os %>", "<% from 'os' import system %>",
    "<% macro m() %><% endmacro %><< m.__globals__ >>", "<% macro m() %><% endmacro %><< m._func.__globals__ >>",
    "<% macro m() %><% endmacro %><< m.name >>",
    "<% macro m() %><< caller.__globals__ >><% endmacro %><% call m() %>x<% endcall %>",
    "<% block title %><< super.__code__ >><% endblock %>", "<% block title %><< super() >><% endblock %>",
    "<% for s in sections %><< loop.__class__ >><% endfor %>",
    "<% for s in sections %><< loop._iterator >><% endfor %>",
    "<% for s in sections %><< loop.changed(s) >><% endfor %>",
    "<% for s in sections recursive %><< loop(sections) >><% endfor %>", "<< nothing.__class__ >>",
    "<< title is callable >>", "<< title is filter >>", "<< sections | map(attribute='__class__') | list >>",
    "<< sections | selectattr('__class__') | list >>", "<< sections | groupby('__class__') >>",
    "<< sections | tojson >>", "<< sections | pprint >>", "<< sections[0] | xmlattr >>", "<% debug %>",
    "<% do sections.append(1) %>", "<% trans %>x<% endtrans %>", "<< _('x') >>",
    "<% for s in sections %><% break %><% endfor %>", "<% autoescape true %><< title >><% endautoescape %>",
    "<< context >>", "<< environment >>", "<% macro m() %><< varargs.__class__ >><% endmacro %><< m(1) >>",
    "<% macro m(a) %><% endmacro %><< m(*sections) >>", "<< sections >>",
    "<% block title %><% endblock %><< self.title >>", "<< true >>", "<< title[0:1] >>",
    "<< sections[0:1:1] | length >>", "<< sections['a':] | length >>", "<< sections[(0, 1, 2)] >>",
    "<< sections[('a', 'b')] | length >>", "<< title | _each >>", "<< title | 'each round' >>",
    "<% block title %><% endblock %><< self.title.name >>",
]  # fmt: skip

READING = [
    "<% include '../secret.jinja' %>", "<% include 'text/../../secret.jinja' %>", "<% include '/etc/passwd' %>",
    "<% include 'C:\\\\secret.jinja' %>", "<% include '..\\\\secret.jinja' %>", "<% include 'file:///etc/passwd' %>",
    "<% include 'text/notes.txt' %>", "<% include 'package:messages/en.toml' %>",
    "<% include 'package:../pyproject.toml' %>", "<% include 'package:package:text/data.txt.jinja' %>",
    "<% include 'text/link.jinja' %>", "<% include 'out/secret.jinja' %>", "<% include 'text/missing.jinja' %>",
    "<% include 'text/missing.jinja' ignore missing %>", "<% include 'text/\\x00.jinja' %>",
    "<% include 'text/{7 * 7}.jinja' %>", "<% from 'text/{7 * 7}.jinja' import x %>", "<% include ['a', 'b'] %>",
    "<% include 7 %>", "<% include sections[0] %>", "<% extends '../secret.jinja' %>", "<% extends title %>",
    "<% from '../secret.jinja' import x %>", "<% import 'package:markdown/formula.md.jinja' as m %>",
    "<% from sections[0] import x %>", "<% from nothing import x %>", "<% include nothing %>",
    "<% extends sections[0] %>", "<% from 'text/link.jinja' import x %>",
]  # fmt: skip

BOMBS = {
    "times": "<< 'x' * 1000000000 >>", "list times": "<< ([1] * 1000000000) | length >>",
    "power": "<< 9 ** 9 ** 9 ** 9 >>", "shift by power": "<< 2 ** 1000000000 >>", "plus": "<< 'x' + 'x' >>",
    "minus": "<< -1 >>", "division": "<< 1 / 3 >>", "modulo": "<< 7 % 3 >>", "percent bomb": "<< '%1000000000d' % 1 >>",
    "even": "<< '%1000000000d' is even >>", "divisibleby": "<< '%1000000000d' is divisibleby(1) >>",
    "float": "<< 1e308 >>", "huge number": f"<< {'9' * 30000} >>",
    "range": "<% for i in range(1000000000) %>x<% endfor %>", "center": "<< 'x' | center(1000000000) >>",
    "indent": "<< title | indent(1000000000) >>", "format": "<< '%1000000000d' | format(1) >>",
    "replace": "<< title | replace('', 'x') >>", "wordwrap": "<< title | wordwrap(1) >>",
    "batch": "<< sections | batch(1000000000, 'x') | list >>",
    "slice filter": "<< sections | slice(1000000000) | list >>", "sum": "<< sections | sum(start='') >>",
    "list of text": "<< title | list >>", "urlize": "<< title | urlize >>", "truncate": "<< title | truncate(1) >>",
    "doubling tilde": DOUBLING + "<% set a = a ~ a %>" * 60 + "<< a >>",
    "doubling join": DOUBLING + "<% set a = [a, a] | join %>" * 60 + "<< a >>",
    "doubling gap": DOUBLING + "<% set a = [a, a] | join(a) %>" * 60 + "<< a >>",
    "doubling set": DOUBLING + "<% set a %><< a >><< a >><% endset %>" * 60 + "<< a >>",
    "doubling unwritten": DOUBLING + "<% set a = a ~ a %>" * 60,
    "doubling list": "<% set a = [title] %>" + "<% set a = [a, a] %>" * 60 + "<< a >>",
    "doubling list joined": "<% set a = [title] %>" + "<% set a = [a, a] %>" * 60 + "<< a | join >>",
    "doubling list compared": "<% set a = [1] %><% set b = [2] %>"
    + "<% set a = [a, a] %><% set b = [b, b] %>" * 60
    + "<< 'x' if a == b else 'y' >>",
    "doubling filter": DOUBLING + "<% set a %><% filter upper %><< a ~ a >><% endfilter %><% endset %>" * 60,
    "doubling macro": "<% macro d(x) %><< x >><< x >><% endmacro %><< " + "d(" * 40 + "'x'" + ")" * 40 + " >>",
    "long text in a loop": "<% for a in sections %><% for b in sections %><% for c in sections %>"
    "<% for d in sections %><% for e in sections %><% for f in sections %><% for g in sections %>"
    + "x" * 20000
    + "<% endfor %>" * 7,
    "loops": "".join(f"<% for a{i} in ['a','b','c','d','e','f','g','h','i','j'] %>" for i in range(12))
    + "x"
    + "<% endfor %>" * 12,
    "silent loops": "".join(f"<% for a{i} in ['a','b','c','d','e','f','g','h','i','j'] %>" for i in range(12))
    + "<% endfor %>" * 12,
    "filtered loops": "".join(
        f"<% for a{i} in ['a','b','c','d','e','f','g','h','i','j'] if a{i} == 'z' or true %>" for i in range(9)
    )
    + "<% endfor %>" * 9,
    "heavy loop": "<% for a in 'abcdefghij' %>".replace("'abcdefghij'", str(["x"] * 400))
    + "<% if title == 'a' %><% endif %>" * 400
    + "<% endfor %>",
    "doubling slice": "<% set a = sections %>" + "<% set a = [a[0:], a[0:]] %>" * 60 + "<< a == a >>",
    "slices in loops": "".join(f"<% for a{i} in ['a','b','c','d','e','f','g','h','i','j'] %>" for i in range(6))
    + "<% set x = sections[0:] %>"
    + "<% endfor %>" * 6,
    "too many loops": "<% for a in sections %>" * 25 + "<% endfor %>" * 25,
    "macro without end": "<% macro m() %><< m() >><% endmacro %><< m() >>",
    "macro tree": "<% macro m() %><< m() >><< m() >><% endmacro %><< m() >>",
    "heavy macro": "<% macro m() %>"
    + "<% if title == 'a' %><% endif %>" * 300
    + "<% endmacro %>"
    + "<% for a in sections %>" * 9
    + "<% set x = m() %>"
    + "<% endfor %>" * 9,
    "long texts compared": "<% set a = 'x' %>"
    + "<% set a = a ~ a %>" * 20
    + "<% set b = a | trim %>"
    + "<% for a1 in sections %>" * 9
    + "<< 'x' if a == b ~ '' else 'y' >>"
    + "<% endfor %>" * 9,
    "macros in pairs": MACROS
    + "".join(f"<% macro m{i}() %><< m{i - 1}() >><< m{i - 1}() >><% endmacro %>" for i in range(1, 50))
    + "<< m49() >>",
    "silent macros": MACROS
    + "".join(f"<% macro m{i}() %><% set x = m{i - 1}() %><% set x = m{i - 1}() %><% endmacro %>" for i in range(1, 50))
    + "<% set y = m49() %>",
    "caller without end": "<% macro m() %><% call m() %><< caller() >><% endcall %><% endmacro %><< m() >>",
    "block without end": "<% block title %><< self.title() >><% endblock %>",
    "blocks in pairs": "<% block title %><< self.title() >><< self.title() >><% endblock %>",
    "includes itself": "<% include 'text/report.txt.jinja' %>",
    "extends itself": "<% extends 'text/report.txt.jinja' %>",
    "extends in a circle": "<% extends 'text/round.jinja' %>", "includes in pairs": "<% include 'text/pair0.jinja' %>",
    "imports in a circle": "<% from 'text/importing.jinja' import x %>",
    "deep brackets": "<< " + "(" * 15000 + "1" + ")" * 15000 + " >>",
    "deep lists": "<< " + "[" * 15000 + "]" * 15000 + " >>", "deep not": "<< " + "not " * 9000 + "1 >>",
    "deep dots": "<< title" + ".a" * 15000 + " >>", "deep calls": "<< title" + "()" * 15000 + " >>",
    "deep ifs": "<% if 1 %>" * 1900 + "<% endif %>" * 1900,
    "deep blocks": "".join(f"<% block b{i} %>" for i in range(900)) + "<% endblock %>" * 900,
    "elif chain": "<% if 0 %>" + "<% elif 0 %>x" * 3000 + "<% endif %>", "many names": "<< a >>" * 5600,
    "long or": "<< " + " or ".join(["''"] * 6000) + " >>", "too large": "x" * 50_000, "no text": "\udcff",
    "open": "<% for x in sections %>", "nonsense": "<% %% >> <<", "white space": "<%" + " " * 39_000,
    "signs": "<%-" * 13_000, "comments": "<#" * 19_000, "raw": "<% raw %>" * 4_000, "new lines": "<%\n" * 13_000,
}  # fmt: skip

MORE = {
    "text/round.jinja": "<% extends 'text/report.txt.jinja' %>",
    "text/importing.jinja": "<% from 'text/importing.jinja' import x %><% macro x() %><% endmacro %>",
    **{
        f"text/pair{i}.jinja": f"<% include 'text/pair{i + 1}.jinja' %><% include 'text/pair{i + 1}.jinja' %>"
        for i in range(40)
    },
    "text/pair40.jinja": "x",
}
