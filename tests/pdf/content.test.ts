import { blockFont, COLOURS, inDepth } from '@tintype/testkit';
import t from 'tap';
import { createLab } from '../parameters/lab.ts';
import { pdfFonts, pdfInfo, pdfLinks, pdfPixels, pdfText, withoutPoppler } from './poppler.ts';
import { readPdf } from './read-pdf.ts';

const lab = await createLab(t);
const { server } = lab;
const pdf = (parameters: object) => lab.render({ kind: 'pdf', ...parameters });

t.test('text, links, fonts and the title', async (t) => {
  const words = ['Prices', 'naïve', 'größer', 'Ωμέγα', 'Привет', 'fiancé', 'office'];
  const font = server.file('/block.ttf', 'font/ttf', blockFont(), {
    'access-control-allow-origin': '*',
  });
  const url = server.page(
    '/links/here',
    `<meta charset="utf-8"><title>Größe Ω</title><style>@font-face { font-family: Own; src: url(${font}) } b { font-family: Own }</style>
<p>${words.join(' ')}<p>plain <b>HHH</b>
<p><a href="https://example.com/a?b=c">absolute</a> <a href="../there">relative</a> <a href="#end">down</a>
<p style="height:3000px"></p><h2 id="end">End</h2>`,
  );
  const { body } = await pdf({ url });
  const { fonts, fontFiles, links, title } = readPdf(body);
  t.equal(title, 'Größe Ω');
  const expected = ['https://example.com/a?b=c', server.url('/there')];
  t.same(links.sort(), expected.toSorted(), 'links lead where they led');
  // Links within the document lead to their place.
  t.match(Buffer.from(body).toString('latin1'), /\/Dest\s*(?:\/end|\(end\)|\[)/);
  t.ok(fontFiles >= 2, `${fontFiles} font files for ${fonts.join(', ')}: web fonts among them`);
  if (withoutPoppler) return void t.pass('as poppler reads it', { skip: withoutPoppler });
  t.same(pdfLinks(body).sort(), expected.toSorted());
  t.same(pdfText(body).trim().split(/\s+/).slice(0, words.length), words, 'in any script');
  const listed = pdfFonts(body);
  t.ok(listed.length >= 2);
  for (const { name, embedded } of listed) t.ok(embedded, name);
});

t.test('a document without a title has none', async (t) => {
  const titled = async (html: string) => readPdf((await pdf({ html })).body).title;
  t.notMatch(await titled('<p>x'), 'tintype', 'no name of ours where there is none');
  if (!inDepth(t, 'a title of ASCII')) return;
  t.equal(await titled('<title>Quarterly report</title><p>x'), 'Quarterly report');
});

t.test(
  'media_type is screen, or print if requested; so are backgrounds',
  { skip: withoutPoppler },
  async (t) => {
    const html = `<style>i { display: none } @media screen { .s { display: inline } } @media print { .p { display: inline } }</style>
<div style="background:#f00;width:200px;height:100px;margin:0"></div><i class="s">onscreen</i><i class="p">inprint</i><b></b>
<script>addEventListener('beforeprint', () => document.querySelector('b').append(' event'))</script>`;
    const plain = await pdf({ html });
    t.same(pdfText(plain.body).trim().split(/\s+/), ['onscreen', 'event']);
    t.equal((await pdfPixels(plain.body)).count(COLOURS.red, 8), 0);
    await using page = await lab.open({ html });
    const printed = await page.capture({ kind: 'pdf', pdf_print_background: true });
    const red = (await pdfPixels(printed.body)).count(COLOURS.red, 8);
    t.ok(Math.abs(red - 20_000) < 1000, `${red} red pixels`);
    const { body } = await pdf({ html, media_type: 'print' });
    t.same(pdfText(body).trim().split(/\s+/), ['inprint', 'event']);
  },
);

t.test('lazy images far down are there', { skip: withoutPoppler }, async (t) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><rect width="80" height="80" fill="#00f"/></svg>`;
  const image = server.slow('/lazy.svg', 300, 'image/svg+xml', svg);
  const url = server.page(
    '/lazy',
    `<!doctype html><p style="height:8000px">x</p><img loading="lazy" src="${image}" width="80" height="80">`,
  );
  const { body } = await pdf({ url });
  const last = Number(pdfInfo(body)['Pages']);
  t.ok((await pdfPixels(body, last)).count(COLOURS.blue, 8) > 6000);
});

t.test('parameters of every kind', { skip: withoutPoppler }, async (t) => {
  const url = server.page(
    '/parameters',
    `<!doctype html><p id="a">hidden</p><p id="b">kept</p><button onclick="document.body.append(' clicked')">b</button>
<script>document.body.append(navigator.userAgent, ' ', Intl.DateTimeFormat().resolvedOptions().timeZone, ' ',
matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light', ' ', innerWidth)</script>`,
  );
  const { body, metadata } = await pdf({
    url,
    hide_selectors: ['#a'],
    click_selector: 'button',
    user_agent: 'agent-seven',
    timezone: 'Asia/Tokyo',
    dark_mode: true,
    viewport_width: 777,
    inject_js: `document.querySelector('#b').append(' injected')`,
    inject_css: `#b::after { content: ' styled' }`,
    metadata_hash: true,
    metadata_status: true,
  });
  const text = pdfText(body).split(/\s+/);
  for (const word of [
    'kept',
    'clicked',
    'agent-seven',
    'Asia/Tokyo',
    'dark',
    '777',
    'injected',
    'styled',
  ])
    t.ok(text.includes(word), word);
  t.notOk(text.includes('hidden'));
  t.match(metadata, { status: 200, hash: /^[0-9a-f]{64}$/ });
});
