import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inDepth } from '@tintype/testkit';
import t from 'tap';
import { createLab } from '../parameters/lab.ts';

const { server, render, failure } = await createLab(t);
const folder = join(import.meta.dirname, 'pages');
const textOf = (body: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(body);

async function markdown(html: string, parameters: Record<string, unknown> = {}): Promise<string> {
  const url = server.page('/page', html);
  const { body } = await render({ kind: 'scrape', url, format: 'md', ...parameters });
  return textOf(body);
}

t.test('saved pages become what a person would write', async (t) => {
  const pages = ['docs', 'tables', 'wiki'];
  pages.push(...['news', 'forum', 'recipe'].filter((page) => inDepth(t, page)));
  for (const [name, main] of [
    ...pages.map((page) => [page, false] as const),
    ['news', true] as const,
  ]) {
    const url = server.page(`/${name}.html`, await readFile(join(folder, `${name}.html`), 'utf8'));
    const result = await render({ kind: 'scrape', url, format: 'md', main_content: main });
    t.match(result, { mediaType: 'text/markdown; charset=utf-8', extension: 'md', warnings: [] });
    const expected = await readFile(join(folder, `${name}${main ? '.article' : ''}.md`), 'utf8');
    const { origin } = new URL(url);
    t.equal(textOf(result.body).replaceAll(origin, 'https://site.example'), expected, name);
  }
});

t.test('what is hidden is not written', async (t) => {
  const hidden = {
    'display:none': '<p style="display:none">no</p>',
    'a class': '<p class="off">no</p>',
    'the attribute hidden': '<p hidden>no</p>',
    visibility: '<p style="visibility:hidden">no <b style="visibility:visible">seen</b></p>',
    'cut to nothing': '<p style="position:absolute;clip:rect(0,0,0,0)">no</p>',
    'one pixel': '<p style="position:absolute;width:1px;height:1px;overflow:hidden">no</p>',
    'far away': '<p style="position:absolute;left:-9999px">no</p>',
    'scripts and styles': '<script>no</script><style>no</style><template>no</template>',
    noscript: '<noscript>no</noscript>',
    'a sign for eyes only': '<span aria-hidden="true">¶</span>',
    'a closed dialog': '<dialog>no</dialog>',
    'form fields': '<select><option>no</option></select><textarea>no</textarea><button>no</button>',
    'soft hyphens and zero-width spaces': 'a\u00adb\u200bc',
  };
  const together = { 'all of them': Object.values(hidden).join('') };
  const alone = Object.entries(hidden).filter(([name]) => inDepth(t, name));
  for (const [name, html] of [...Object.entries(together), ...alone]) {
    const text = await markdown(`<style>.off{display:none}</style><p>first</p>${html}`);
    t.notMatch(text, /\bno\b|¶|\u00ad|\u200b/, name);
    t.match(text, /^first\n/, name);
  }
  t.match(
    await markdown('<p aria-hidden="true">Words</p><details><summary>S</summary>inside</details>'),
    /Words[^]*inside/,
    'words under aria-hidden are seen',
  );
});

t.test('the browser reports the effect of scripts and styles', async (t) => {
  const cases: Record<string, [html: string, markdown: string]> = {
    'after scripts': ['<p id="a">old</p><script>a.textContent = "new"</script>', 'new'],
    'words in a row do not run together': [
      '<div style="display:flex"><span>One</span><span>Two</span></div>',
      'One Two',
    ],
    'a box by its style': [
      '<div><span style="display:block">One</span><span>Two</span></div>',
      'One\n\nTwo',
    ],
    'lines by their style': ['<p style="white-space:pre-line">a\nb</p>', 'a  \nb'],
    'shadow trees are read as they are laid out': [
      '<div id="host"><b slot="s">light</b></div><script>host.attachShadow({mode:"open"}).innerHTML = "<p>shadow <slot name=s></slot></p>"</script>',
      'shadow **light**',
    ],
    'names of fields do not get in the way': [
      '<form><input name="childNodes"><input name="nodeType"><input name="nextSibling"><input name="getAttribute"><input name="localName"><p>in a form</p></form>',
      'in a form',
    ],
  };
  const parts = Object.values(cases).map(([html]) => html);
  const written = (await markdown(parts.join('<hr>'))).trim().split('\n\n---\n\n');
  for (const [at, [name, [, wanted]]] of Object.entries(cases).entries())
    t.equal(written[at], wanted, name);
});

t.test('addresses are absolute', async (t) => {
  const text = await markdown(
    '<base href="https://base.example/dir/"><a href="x?a=1&amp;b#c">l</a> <img src="i.png" alt="i"> <a href="javascript:alert(1)">s</a><a href="data:text/html,x">d</a>',
  );
  t.equal(
    text,
    '[l](https://base.example/dir/x?a=1&b#c) ![i](https://base.example/dir/i.png) sd\n',
  );
});

t.test('with scripts off, the page for browsers without them is read', async (t) => {
  const text = await markdown(
    '<style>.off{display:none}</style><p>a</p><p class="off">no</p><script>document.body.append("ran")</script><noscript><p>b</p></noscript>',
    { js_enabled: false },
  );
  t.equal(text, 'a\n\nb\n');
});

t.test('a part of the page', async (t) => {
  const html = '<h1>T</h1><main><p>a</p><p class="x">b</p></main><p>c</p>';
  t.equal(await markdown(html, { selector: 'main' }), 'a\n\nb\n');
  t.equal(await markdown(html, { hide_selectors: ['h1', '.x'] }), 'a\n\nc\n');
  const url = server.page('/page', html);
  const missing = await failure({
    kind: 'scrape',
    url,
    format: 'md',
    selector: '#none',
    timeout: 4,
  });
  t.equal(missing.code, 'selector_not_found');
  t.match(missing.message, '#none');
  const wrong = await failure({ kind: 'scrape', url, format: 'md', hide_selectors: ['p[['] });
  t.equal(wrong.code, 'invalid_selector');
  t.match(wrong.message, /^hide_selectors: /);
});

t.test('the article, or everything where there is none', async (t) => {
  const list = '<ul><li><a href="/a">A</a></li></ul>';
  t.match(await markdown(list, { main_content: true }), '[A](');
  t.equal(await markdown('', { main_content: true }), '');
  const paragraphs = Array.from(
    { length: 8 },
    (_, index) =>
      `<p>Paragraph ${index}, which says one thing, and then, after a comma, another one, so that it counts as text of an article.</p>`,
  );
  const page = `<title>The title of this long article - Site</title><nav><a href="/n">Navigation</a></nav><article>${paragraphs.join('')}</article><footer>Footer</footer>`;
  const text = await markdown(page, { main_content: true });
  t.match(text, /^# The title of this long article\n\nParagraph 0, /);
  t.notMatch(text, /Navigation|Footer/);
  const named = page.replace('<article>', '<article><p>Before it.</p><h1>Another heading</h1>');
  const own = await markdown(named, { main_content: true });
  t.match(
    own,
    /^Before it\.\n\n# Another heading\n\nParagraph 0/,
    'its own heading stays in its place',
  );
  const { body, mediaType } = await render({
    kind: 'scrape',
    url: server.page('/page', page),
    main_content: true,
  });
  t.equal(mediaType, 'text/html; charset=utf-8');
  t.match(
    textOf(body),
    /^<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>The title of this long article - Site<\/title><\/head><body><h1>The title of this long article<\/h1>/,
  );
  t.notMatch(textOf(body), /Navigation|Footer/);
});
