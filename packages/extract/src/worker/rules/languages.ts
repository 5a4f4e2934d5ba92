/** Names that other highlighters use, or fences (GitHub's linguist, highlight.js). */
const aliases: Record<string, string> = {
  'angular-html': 'html',
  azurecli: 'sh',
  'azurecli-interactive': 'sh',
  azurepowershell: 'powershell',
  'azurepowershell-interactive': 'powershell',
  'bash-session': 'console',
  batch: 'bat',
  batchfile: 'bat',
  'c#': 'csharp',
  'c-sharp': 'csharp',
  'c++': 'cpp',
  cfg: 'ini',
  cmd: 'bat',
  cplusplus: 'cpp',
  docker: 'dockerfile',
  dos: 'bat',
  dosini: 'ini',
  dotnetcli: 'sh',
  ecmascript: 'javascript',
  es6: 'javascript',
  'f#': 'fsharp',
  golang: 'go',
  'html-basic': 'html',
  html5: 'html',
  ipython: 'python',
  ipython2: 'python',
  ipython3: 'python',
  ipythonconsole: 'pycon',
  jscript: 'javascript',
  'json-comments': 'jsonc',
  jsonld: 'json',
  'jupyter-python': 'python',
  markup: 'html',
  mysql: 'sql',
  node: 'javascript',
  nodejs: 'javascript',
  postgres: 'sql',
  postgresql: 'sql',
  posh: 'powershell',
  'powershell-interactive': 'powershell',
  ps1: 'powershell',
  py3: 'python',
  'python-console': 'pycon',
  'python-repl': 'pycon',
  python2: 'python',
  python3: 'python',
  rconsole: 'r',
  rest: 'rst',
  restructuredtext: 'rst',
  'sh-session': 'console',
  'shell-script': 'sh',
  'shell-session': 'console',
  shellscript: 'sh',
  shellsession: 'console',
  terminal: 'console',
  termy: 'console',
  tf: 'hcl',
  'vb.net': 'vbnet',
  viml: 'vim',
  xhtml: 'html',
  yml: 'yaml',
};

/** Names that mean no language. */
const none = new Set(
  'ascii auto default guess literal no-highlight nohighlight none null output plain plaintext raw text txt undefined unknown'.split(
    ' ',
  ),
);

/** Names that are always a language. Others (`basic`, `clean`) count only after a prefix. */
const known = new Set([
  ...Object.keys(aliases),
  ...Object.values(aliases),
  ...none,
  ...`abap actionscript ada apacheconf applescript arduino armasm asciidoc asm awk bash bat bibtex c clj clojure cmake cobol coffee
  coffeescript conf console cpp crystal cs csharp css csv cuda cxx cython d dart diff django dockerfile dts elixir elm erb erl erlang
  excel f90 fish fortran fsharp gawk gcode gdscript gherkin glsl go gql gradle graphql groovy haml handlebars haskell haxe hbs hcl hlsl
  hs html html+django html+erb html+jinja html+php http ini java javascript jinja jinja2 js json json5 jsonc jsx julia kotlin kt latex less lisp llvm lua make makefile markdown
  mathematica matlab md mdx mermaid mjs nasm nginx nim nix nsis objc objective-c objectivec ocaml octave pascal patch perl pgsql php
  pl plsql plpgsql powershell proto prolog properties protobuf pug puppet py pycon pyi pytb python qml r rb razor regex rs rst ruby rust
  sass scala scheme scss sh shell smalltalk solidity sparql sql stylus svelte svg swift systemverilog tcl terraform tex toml ts
  tsql tsx twig typescript typst vala vb vbnet vbscript verilog vhdl vim vue wasm wgsl xml xquery yaml zig zsh`.split(
    /\s+/,
  ),
]);

const word = '([\\p{L}\\p{N}_+#.-]+)';

/** Class names by which generators state a language; on the listing itself any word counts. */
const prefixed: readonly RegExp[] = [
  // Prism, highlight.js, Rouge, Chroma, Shiki, prettify, MediaWiki (`mw-highlight-lang-`)
  new RegExp(`(?:^|\\s)(?:mw-highlight-)?lang(?:uage)?-${word}`, 'giu'),
  // GitHub, then Sphinx
  new RegExp(`(?:^|\\s)highlight-(?:source|text)-${word}`, 'giu'),
  new RegExp(`(?:^|\\s)highlight-(?!source-|text-)${word}`, 'giu'),
  // SyntaxHighlighter, Crayon, Pandoc, ExDoc
  new RegExp(`(?:^|\\s)brush:\\s*${word}`, 'giu'),
  new RegExp(`(?:^|\\s)lang:${word}`, 'giu'),
  new RegExp(`(?:^|\\s)(?:sourceCode|makeup)\\s+${word}`, 'giu'),
];

/**
 * The language of a listing as a fence writes it; empty where there is none.
 * @param names - Class names: its own, then after a bar those of what lies around it.
 */
export function languageOf(names: string): string {
  const isKnown = (name: string) => known.has(name) || known.has(baseOf(name));
  const [own = '', around = ''] = names.toLowerCase().split(/(?:^|\s)\|(?:\s|$)/);
  const bare = own.split(/\s+/).find((name) => known.has(name));
  const found = within(own, () => true) ?? bare ?? within(around, isKnown) ?? '';
  const name = known.has(found) || !known.has(baseOf(found)) ? found : baseOf(found);
  return none.has(name) ? '' : (aliases[name] ?? name);
}

/** Of a mixture that fences do not know (`pycon+sql`), its first part. */
function baseOf(name: string): string {
  return name.split('+')[0] ?? name;
}

function within(names: string, isTaken: (name: string) => boolean): string | undefined {
  for (const pattern of prefixed) {
    for (const [, name = ''] of names.matchAll(pattern)) if (isTaken(name)) return name;
  }
  return undefined;
}
