import t from 'tap';
import { createLab } from '../parameters/lab.ts';

const { server, render } = await createLab(t);

/** Listings as generators write them, and the language that a fence has for each. */
const listings: [generator: string, html: string, language: string][] = [
  [
    'Sphinx',
    '<div class="highlight-python3 notranslate"><div class="highlight"><pre><span></span>x</pre></div></div>',
    'python',
  ],
  [
    'Sphinx, a notebook',
    '<div class="highlight-ipython3 notranslate"><div class="highlight"><pre>x</pre></div></div>',
    'python',
  ],
  [
    'Sphinx, its default',
    '<div class="highlight-default notranslate"><div class="highlight"><pre>x</pre></div></div>',
    '',
  ],
  [
    'Sphinx, a session',
    '<div class="doctest highlight-pycon notranslate"><div class="highlight"><pre>x</pre></div></div>',
    'pycon',
  ],
  [
    'Sphinx, a template',
    '<div class="highlight-html+django notranslate"><div class="highlight"><pre>x</pre></div></div>',
    'html+django',
  ],
  [
    'Sphinx, a mixture',
    '<div class="highlight-pycon+sql notranslate"><div class="highlight"><pre>x</pre></div></div>',
    'pycon',
  ],
  ['docutils', '<pre class="code c++ literal-block">x</pre>', 'cpp'],
  [
    'MkDocs',
    '<div class="language-python highlight"><pre><span></span><code>x</code></pre></div>',
    'python',
  ],
  [
    'Rouge',
    '<div class="language-ruby highlighter-rouge"><div class="highlight"><pre class="highlight"><code>x</code></pre></div></div>',
    'ruby',
  ],
  [
    'Rouge, no language',
    '<div class="language-plaintext highlighter-rouge"><div class="highlight"><pre class="highlight"><code>x</code></pre></div></div>',
    '',
  ],
  ['GitHub', '<div class="highlight highlight-source-js notranslate"><pre>x</pre></div>', 'js'],
  [
    'GitHub, HTML',
    '<div class="highlight highlight-text-html-basic notranslate"><pre>x</pre></div>',
    'html',
  ],
  [
    'GitHub, a session',
    '<div class="highlight highlight-text-shell-session"><pre>x</pre></div>',
    'console',
  ],
  [
    'GitLab',
    '<pre class="code highlight js-syntax-highlight" lang="python"><code>x</code></pre>',
    'python',
  ],
  [
    'Prism',
    '<pre class="language-shell-session"><code class="language-shell-session">x</code></pre>',
    'console',
  ],
  ['Prism, markup', '<pre class="lang-markup"><code>x</code></pre>', 'html'],
  ['highlight.js', '<pre><code class="hljs language-typescript">x</code></pre>', 'typescript'],
  ['highlight.js 9', '<pre><code class="hljs javascript">x</code></pre>', 'javascript'],
  ['highlight.js, the other way round', '<pre><code class="python3 hljs">x</code></pre>', 'python'],
  [
    'Stack Overflow',
    '<pre class="lang-py s-code-block"><code class="hljs language-python">x</code></pre>',
    'python',
  ],
  ['prettify', '<pre class="prettyprint lang-js linenums">x</pre>', 'js'],
  ['SyntaxHighlighter', '<pre class="brush: java; gutter: false">x</pre>', 'java'],
  [
    'Confluence',
    '<pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: jscript; theme: x">x</pre>',
    'javascript',
  ],
  [
    'MDN',
    '<div class="code-example"><pre class="brush: css notranslate"><code>x</code></pre></div>',
    'css',
  ],
  [
    'Docusaurus',
    '<div class="language-bash codeBlockContainer_x"><pre class="prism-code language-bash codeBlock_x"><code class="codeBlockLines_x">x</code></pre></div>',
    'bash',
  ],
  [
    'VitePress',
    '<div class="language-ts vp-adaptive-theme"><span class="lang"></span><pre class="shiki github-dark vp-code"><code>x</code></pre></div>',
    'ts',
  ],
  [
    'Astro',
    '<pre class="astro-code github-dark" data-language="golang"><code>x</code></pre>',
    'go',
  ],
  [
    'Hugo',
    '<div class="highlight"><pre class="chroma"><code class="language-go" data-lang="go">x</code></pre></div>',
    'go',
  ],
  [
    'Asciidoctor',
    '<div class="content"><pre class="highlightjs highlight"><code class="language-yml hljs" data-lang="yml">x</code></pre></div>',
    'yaml',
  ],
  [
    'Pandoc',
    '<div class="sourceCode" id="cb1"><pre class="sourceCode haskell"><code class="sourceCode haskell">x</code></pre></div>',
    'haskell',
  ],
  ['ExDoc', '<pre><code class="makeup elixir" translate="no">x</code></pre>', 'elixir'],
  [
    'rustdoc',
    '<div class="example-wrap"><pre class="rust rust-example-rendered"><code>x</code></pre></div>',
    'rust',
  ],
  [
    'MediaWiki',
    '<div class="mw-highlight mw-highlight-lang-c# mw-content-ltr"><pre>x</pre></div>',
    'csharp',
  ],
  [
    'Microsoft Learn',
    '<pre><code class="lang-dotnetcli" data-author-content="x">x</code></pre>',
    'sh',
  ],
  ['Microsoft Learn, output', '<pre><code class="lang-output">x</code></pre>', ''],
  ['Enlighter', '<pre class="EnlighterJSRAW" data-enlighter-language="php">x</pre>', 'php'],
  ['Crayon', '<pre class="lang:sh decode:true">x</pre>', 'sh'],
  ['a language that no table has', '<pre class="language-brainstorm">x</pre>', 'brainstorm'],
  [
    'a language of people around it',
    '<div class="lang-en language-de-ch highlight-box"><pre>x</pre></div>',
    '',
  ],
  [
    'names that say nothing',
    '<div class="source code text"><pre class="code block"><code class="wide">x</code></pre></div>',
    '',
  ],
];

t.test('listings have the languages that fences know', async (t) => {
  const body = listings.map(([, html], at) => `<h2>${at}</h2>${html}`).join('');
  const result = await render({
    kind: 'scrape',
    format: 'md',
    url: server.page('/listings', `<!doctype html><body lang="en" class="lang-en">${body}`),
  });
  const text = Buffer.from(result.body).toString();
  for (const [at, [generator, , language]] of listings.entries()) {
    const shown = new RegExp(`^## ${at}\\n\\n\`\`\`(.*)\\nx\\n\`\`\`$`, 'm').exec(text)?.[1];
    t.equal(shown, language, generator);
  }
});
