import { inDepth } from '@tintype/testkit';
import t from 'tap';
import { createLab } from '../parameters/lab.ts';

const { server, render, failure } = await createLab(t);

async function scrape(url: string, parameters: Record<string, unknown> = {}): Promise<string> {
  const { body, mediaType, extension } = await render({
    kind: 'scrape',
    format: 'html',
    url,
    ...parameters,
  });
  t.equal(mediaType, 'text/html; charset=utf-8');
  t.equal(extension, 'html');
  return new TextDecoder('utf-8', { fatal: true }).decode(body);
}

const cyrillic = 'Привет';
const windows1251 = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);

t.test('the document after scripts ran', async (t) => {
  const url = server.page(
    '/scripts',
    '<!DOCTYPE html><html lang="en"><head><title>t</title></head><body><p id="a">old</p><script>a.textContent = "new a\\ud800b"</script></body></html>',
  );
  t.equal(
    await scrape(url),
    '<!DOCTYPE html>\n<html lang="en"><head><title>t</title></head><body><p id="a">new a\ufffdb</p><script>a.textContent = "new a\\ud800b"</script></body></html>',
    'a lone surrogate is still UTF-8',
  );
});

t.test('a framework that draws in tasks of its own, and scripts that come late', async (t) => {
  server.slow('/late.js', 300, 'text/javascript', 'document.body.append("late script")');
  server.hang('/never.png');
  const url = server.page(
    '/late',
    `<body><img src="/never.png"><script>
    const { port1, port2 } = new MessageChannel();
    let steps = 0;
    port1.onmessage = () => { if (++steps < 20) { const end = performance.now() + 5; while (performance.now() < end); port2.postMessage(0); } else document.body.append("drawn"); };
    port2.postMessage(0);
    const script = document.createElement('script'); script.src = '/late.js'; document.head.append(script);
    </script>`,
  );
  const html = await scrape(url);
  t.match(html, 'drawn');
  t.match(html, 'late script');
});

t.test('shadow trees are declared', async (t) => {
  const url = server.page(
    '/shadow',
    '<!doctype html><html class="k"><body><form name="documentElement"></form><x-y id="h">light</x-y><script>h.attachShadow({mode:"open"}).innerHTML = "<b>deep</b><slot></slot>"</script></body></html>',
  );
  const html = await scrape(url);
  t.match(
    html,
    '<x-y id="h"><template shadowrootmode="open"><b>deep</b><slot></slot></template>light</x-y>',
  );
  t.match(
    html,
    /^<!DOCTYPE html>\n<html class="k">.*<\/html>$/s,
    'of a document with a form that is named as a part of it',
  );
});

t.test('characters of other encodings arrive, and the declaration fits what is sent', async (t) => {
  const meta = Buffer.concat([
    Buffer.from('<!doctype html><meta charset="windows-1251"><p>'),
    windows1251,
  ]);
  const old = Buffer.concat([
    Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><p>'),
    windows1251,
  ]);
  const urls = {
    meta: server.file('/meta', 'text/html', meta),
    'http-equiv': server.file('/old', 'text/html', old),
    header: server.file(
      '/header',
      'text/html; charset=windows-1251',
      Buffer.concat([Buffer.from('<p>'), windows1251]),
    ),
    'byte order mark': server.file(
      '/utf16',
      'text/html',
      Buffer.from(`\ufeff<p>${cyrillic}`, 'utf16le'),
    ),
  };
  // In the default run by turns with scripts and without.
  for (const [at, [name, url]] of Object.entries(urls).entries()) {
    for (const js_enabled of [true, false]) {
      if (js_enabled === (at % 2 === 0) && !inDepth(t, `${name}, scripts ${js_enabled}`)) continue;
      const html = await scrape(url, { js_enabled });
      t.match(html, `<p>${cyrillic}`, `${name}, scripts ${js_enabled}`);
      t.notMatch(html, 'windows-1251', name);
    }
  }
  const guessed = Buffer.concat([Buffer.from('<p>'), windows1251, Buffer.from(' '), windows1251]);
  const html = await scrape(server.file('/guess', 'text/html', guessed), { js_enabled: false });
  t.equal(html, `<p>${cyrillic} ${cyrillic}`, 'guessed from the bytes alone');
});

t.test('with scripts off, the document is as it was served', async (t) => {
  const source =
    '<!doctype html>\n<HTML><body onload="document.body.append(1)">\n<!-- c --><p>unclosed<noscript><b>no scripts</b></noscript><script>document.body.append("ran")</script><img src="/x.png" onerror="document.body.append(2)"><table><p>in a table</table>';
  const url = server.page('/served', source);
  t.equal(await scrape(url, { js_enabled: false }), source);
  t.equal(await scrape(`${url}#part`, { js_enabled: false }), source);
  if (inDepth(t, 'with scripts')) t.match(await scrape(url, { js_enabled: true }), 'ran');
  const part = await scrape(url, { js_enabled: false, selector: 'p' });
  t.match(part, /^<p>unclosed<noscript><b>no scripts<\/b><\/noscript>/);
  server.redirect('/moved', '/served');
  t.equal(await scrape(server.url('/moved'), { js_enabled: false }), source);
  const text = await scrape(server.file('/text', 'text/plain', 'a <b> c'), { js_enabled: false });
  t.match(text, 'a &lt;b&gt; c', 'what is no HTML is shown as HTML');
});

t.test('a part of the page', async (t) => {
  const url = server.page('/part', '<main class="m"><p>a</p><p class="x">b</p></main><p>c</p>');
  t.equal(
    await scrape(url, { selector: '.m' }),
    '<main class="m"><p>a</p><p class="x">b</p></main>',
  );
  const html = await scrape(url, { hide_selectors: ['.x'] });
  t.notMatch(html, '<p class="x">');
  t.match(html, '<p>a</p>');
  t.equal(
    (await failure({ kind: 'scrape', format: 'html', url, selector: '#no', timeout: 4 })).code,
    'selector_not_found',
  );
  const wrong = await failure({ kind: 'scrape', format: 'html', url, selector: 'p[[' });
  t.equal(wrong.code, 'invalid_selector');
  t.match(wrong.message, /^selector: "p\[\["/);
  const hidden = await failure({ kind: 'scrape', format: 'html', url, hide_selectors: ["a: 'b"] });
  t.equal(
    hidden.message,
    `hide_selectors: "a: 'b" is not a CSS selector that the browser understands.`,
  );
});

t.test('a page that is never done is read all the same', async (t) => {
  const busy = server.page(
    '/busy',
    '<p>text</p><script>const { port1, port2 } = new MessageChannel(); port1.onmessage = () => port2.postMessage(0); port2.postMessage(0);</script>',
  );
  t.match(await scrape(busy), '<p>text</p>');
  server.hang('/never.js');
  const waiting = server.page('/waiting', '<p>text</p><script async src="/never.js"></script>');
  const result = await render({ kind: 'scrape', format: 'html', url: waiting, timeout: 4 });
  t.match(Buffer.from(result.body).toString(), '<p>text</p>');
  t.same(result.warnings, [
    'Not everything had arrived when the page was read: scripts were not waited for any longer.',
  ]);
});
