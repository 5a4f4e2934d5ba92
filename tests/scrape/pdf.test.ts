import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { inDepth } from '@tintype/testkit';
import sharp from 'sharp';
import t from 'tap';
import { createLab } from '../parameters/lab.ts';

// A PDF is read as a page is: its text as HTML, Markdown or JSON, from wherever the page would have
// come.

const { server, render, failure } = await createLab(t);
const scrape = { kind: 'scrape', format: 'md' };

async function text(url: string, parameters: Record<string, unknown> = {}): Promise<string> {
  const { body } = await render({ ...scrape, url, ...parameters });
  return Buffer.from(body).toString();
}

/**
 * A PDF of pages with one line each, or none. It has no table of its objects: readers look for
 * them.
 */
function pdfOf(lines: readonly string[], info = ''): Buffer {
  const font = '<< /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';
  const pages = lines.flatMap((line, index) => {
    const content = line === '' ? '' : `BT /F 10 Tf 72 700 Td (${line}) Tj ET`;
    const number = 10 + 2 * index;
    return [
      `${number} 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources ${font} /Contents ${number + 1} 0 R >> endobj`,
      `${number + 1} 0 obj << /Length ${content.length} >>\nstream\n${content}\nendstream endobj`,
    ];
  });
  const kids = lines.map((_line, index) => `${10 + 2 * index} 0 R`).join(' ');
  const parts = [
    '%PDF-1.7',
    '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
    `2 0 obj << /Type /Pages /Count ${lines.length} /Kids [${kids}] >> endobj`,
    `3 0 obj << ${info} >> endobj`,
    ...pages,
    'trailer << /Root 1 0 R /Info 3 0 R >>',
  ];
  return Buffer.from(`${parts.join('\n')}\n%%EOF\n`);
}

const simple = pdfOf(['Some text of a file.']);

t.test('a PDF that a browser made reads as its page did', async (t) => {
  const html = `<title>Of trees</title><style>h1 { font-size: 30px } h2 { font-size: 22px } p, li { font: 16px serif }</style>
    <h1>Of trees</h1><p>Trees are tall, and some of them are very old. <a href="https://example.com/oaks">Oaks</a> are among
    the oldest of those that grow in the north, and they are said to be strong.</p><h2>What they need</h2>
    <ul style="list-style: '• '"><li>water</li><li>light</li></ul><p>More is not needed.</p>`;
  const made = await render({ kind: 'pdf', html });
  const url = server.file('/trees.pdf', 'application/pdf', Buffer.from(made.body));
  const result = await render({ ...scrape, url });
  t.equal(
    Buffer.from(result.body).toString(),
    [
      '# Of trees',
      'Trees are tall, and some of them are very old. [Oaks](https://example.com/oaks) are among the oldest of those that grow in the north, and they are said to be strong.',
      '## What they need',
      '- water\n- light',
      'More is not needed.\n',
    ].join('\n\n'),
  );
  t.equal(result.url, url);
  t.equal(result.metadata.title, 'Of trees');
  t.equal(result.metadata.status, 200);
  t.same(result.warnings, []);
  if (inDepth(t, 'main_content'))
    t.match(await text(url, { main_content: true }), /^# Of trees\n\nTrees[^]*More is not needed/);
  t.match(await text(url, { selector: 'h2' }), /^## What they need\n$/);
});

t.test('an invoice over many pages keeps each row, and loses its header and footer', async (t) => {
  const rows = Array.from({ length: 120 }, (_, at) => [`${at + 1}`, `Item ${at % 7}`, `${at}.50`]);
  const cells = rows.map((row) => `<tr><td>${row.join('<td>')}`).join('');
  const made = await render({
    kind: 'pdf',
    html: `<h1>Invoice 4711</h1><table width="100%"><thead><tr><th>No.<th>Item<th>Sum</thead>${cells}</table>`,
    pdf_margin_top: '2cm',
    pdf_margin_bottom: '2cm',
    pdf_header_html: 'Example Ltd',
    pdf_footer_html: 'Page <span class="pageNumber"></span> of <span class="totalPages"></span>',
  });
  const url = server.file('/invoice.pdf', 'application/pdf', Buffer.from(made.body));
  const result = await render({ kind: 'scrape', url, format: 'md' });
  const text = Buffer.from(result.body).toString();
  const own = rows.map((row) => `| ${row.join(' | ')} |`);
  t.same(
    text.split('\n').filter((line) => /^\| \d/.test(line)),
    own,
  );
  t.notMatch(text, /Example Ltd|Page \d/);
  t.match(result.warnings.join(), /Lines left out as headers, footers or page numbers: \d+\./);
});

t.test('every format, and what the file says of itself', async (t) => {
  const info = '/Title (A paper) /Author (Ann Lee) /CreationDate (D:20260102030405Z)';
  const url = server.file('/paper.pdf', 'application/pdf', pdfOf(['Some text.', ''], info));
  const page = JSON.parse(await text(url, { format: 'json' })) as Record<string, unknown>;
  t.match(page, {
    url,
    title: 'A paper',
    author: 'Ann Lee',
    published: '2026-01-02T03:04:05Z',
    pages: 2,
    markdown: 'Some text.\n',
  });
  if (inDepth(t, 'front matter'))
    t.match(await text(url, { front_matter: true }), /title: "A paper"\n[^]*pages: 2\n/);
  for (const parameters of [{ js_enabled: false }, { main_content: true }, {}]) {
    if (!('js_enabled' in parameters) && !inDepth(t, JSON.stringify(parameters))) continue;
    const html = await text(url, { format: 'html', ...parameters });
    t.match(html, '<title>A paper</title>');
    t.match(html, '<p>Some text.</p>');
  }
  const { warnings } = await render({ ...scrape, url });
  t.match(warnings, [/1 have no text/]);
});

t.test('an attachment, and a server that does not say what it sends', async (t) => {
  const attachment = { 'content-disposition': 'attachment; filename="a b.pdf"' };
  const urls = [
    server.file('/get', 'application/pdf', simple, attachment),
    server.file('/named', 'application/octet-stream', simple, attachment),
    server.file('/path.PDF', 'binary/octet-stream', simple),
    server.redirect('/moved', '/get'),
  ];
  for (const [at, url] of urls.entries())
    if (at % 2 === 1 || inDepth(t, url)) t.equal(await text(url), 'Some text of a file.\n', url);
});

t.test('a pdf of the address of a PDF is a copy of it', async (t) => {
  const attachment = { 'content-disposition': 'attachment' };
  const url = server.file('/copied.pdf', 'application/pdf', simple, attachment);
  const { body, mediaType, warnings, metadata } = await render({
    kind: 'pdf',
    url,
    metadata_status: true,
  });
  t.ok(simple.equals(body), 'byte for byte');
  t.equal(mediaType, 'application/pdf');
  t.equal(metadata.status, 200);
  t.match(warnings, [/The address is that of a PDF: the file is a copy of it/]);
  const locked = server.file('/damaged.pdf', 'application/pdf', simple.subarray(0, 200));
  t.equal((await render({ kind: 'pdf', url: locked })).body.byteLength, 200, 'it is not read');
  const other = server.file('/no.pdf', 'application/pdf', '<h1>no PDF');
  const error = await failure({ kind: 'pdf', url: other });
  t.match(error, { code: 'download', message: 'The file is called a PDF, and is none.' });
  const { body: page } = await render({ kind: 'pdf', html: '<p>page' });
  t.notOk(simple.equals(page), 'the next page is printed');
});

t.test('what is no PDF, or cannot be read, is a download', async (t) => {
  const zip = server.file('/x.zip', 'application/zip', 'PK');
  t.equal((await failure({ ...scrape, url: zip })).code, 'download');
  const broken = server.file('/broken.pdf', 'application/pdf', 'no PDF at all');
  t.match(await failure({ ...scrape, url: broken }), { code: 'download', message: /damaged/ });
});

t.test('a screenshot of a PDF shows one page of it, as wide as the window', async (t) => {
  // The second page is wide, and red from edge to edge.
  const two = pdfOf(['First', 'Second']).toString('latin1');
  const red = two
    .replace(/(12 0 obj.*)\[0 0 612 792\]/, '$1[0 0 800 200]')
    .replace(/(13 0 obj[^]*?stream\n)[^]*?(\nendstream)/, '$11 0 0 rg 0 0 800 200 re f$2');
  const url = server.file('/two.pdf', 'application/pdf', Buffer.from(red, 'latin1'));
  const shot = {
    kind: 'screenshot',
    url,
    format: 'png',
    viewport_width: 400,
    viewport_height: 700,
  };
  const first = await render(shot);
  t.match(first.warnings, [/has 2 pages, and the image shows page 1/]);
  const image = sharp(first.body);
  t.match(await image.metadata(), { width: 400, height: Math.round((400 * 792) / 612) });
  const { dominant, channels } = await image.stats();
  t.same([dominant.r > 240, (channels[0]?.min ?? 255) < 100], [true, true], 'black on white');
  const second = sharp((await render({ ...shot, url: `${url}#page=2` })).body);
  t.match(await second.metadata(), { width: 400, height: 100 });
  const mean = (await second.stats()).channels.map((channel) => Math.round(channel.mean));
  t.same(mean.slice(0, 3), [255, 0, 0]);
  const small = await render({ ...shot, clip_width: 40, clip_height: 30 });
  t.match(await sharp(small.body).metadata(), { width: 40, height: 30 });
  t.match(await failure({ ...shot, url: `${url}#page=3` }), { message: /no page 3; it has 2/ });
  const damaged = server.file('/cut.pdf', 'application/pdf', simple.subarray(0, 200));
  t.match(await failure({ ...shot, url: damaged }), {
    code: 'download',
    message: /cannot be shown/,
  });
  const html = await render({ kind: 'screenshot', html: '<p>page' });
  t.equal(html.warnings.length, 0, 'the next page is a page');
});

t.test('a page that says it is a PDF is none', async (t) => {
  const html = '<meta name="pdf:pages" content="7"><title>x</title><p>Some text.';
  const { body } = await render({ ...scrape, html, format: 'json' });
  t.equal((JSON.parse(Buffer.from(body).toString()) as { pages?: number }).pages, undefined);
});

t.test('a file that is scanned says so', async (t) => {
  const url = server.file('/scan.pdf', 'application/pdf', pdfOf(['']));
  const { body, warnings } = await render({ ...scrape, url });
  t.equal(Buffer.from(body).toString(), '');
  t.match(warnings, [/no text/]);
});

t.test('loads a PDF as a page: with credentials, and from no denied address', async (t) => {
  const url = server.route('/own.pdf', (request, response) => {
    const isKnown = request.headers.authorization === `Basic ${btoa('ann:secret')}`;
    const isOwn = request.headers.cookie === 'a=b' && request.headers['x-key'] === 'c';
    if (!isKnown) response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
    else response.writeHead(isOwn ? 200 : 403, { 'content-type': 'application/pdf' }).end(simple);
  });
  const withUser = url.replace('//', '//ann:secret@');
  const own = await render({ ...scrape, url: withUser, cookies: ['a=b'], headers: ['x-key: c'] });
  t.equal(Buffer.from(own.body).toString(), 'Some text of a file.\n');
  t.equal(own.metadata.status, 200);
  const away = server.redirect('/away', 'http://127.0.0.3:8099/x.pdf');
  t.equal((await failure({ ...scrape, url: away })).code, 'target_denied');
});

t.test('a PDF that never ends is refused, or its time is over', async (t) => {
  const size = 70 * 1_048_576;
  const url = server.route('/large.pdf', (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf' });
    response.write('%PDF-1.7\n');
    const chunk = Buffer.alloc(1_048_576, 0x20);
    let sent = 0;
    const send = () => {
      while (sent < size) {
        sent += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', send);
      }
      response.end();
    };
    send();
  });
  t.equal((await failure({ ...scrape, url })).code, 'response_too_large');
  const held = server.route('/held.pdf', (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf' });
    response.write('%PDF-1.7\n');
  });
  t.equal((await failure({ ...scrape, url: held, timeout: 2 })).code, 'timeout');
});

t.test('a small file that would be four gigabytes costs itself alone', async (t) => {
  // With the default of memory. With less of it: packages/extract/src/scraper.test.ts.
  if (!inDepth(t, 'half a gigabyte is taken')) return;
  // A deflated part that ends in a full flush can be repeated: each is independent.
  const part = deflateRawSync(Buffer.alloc(64 * 1_048_576, 0x20), {
    finishFlush: constants.Z_FULL_FLUSH,
  });
  const inner = Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...Array.from({ length: 64 }, () => part),
    Buffer.from([0x03, 0x00]),
  ]);
  const stream = deflateSync(inner);
  const head = `5 0 obj << /Length ${stream.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n`;
  const whole = pdfOf(['x']).toString().replace('/Contents 11 0 R', '/Contents 5 0 R');
  const [before = '', after = ''] = whole.split('trailer');
  const file = Buffer.concat([
    Buffer.from(before + head),
    stream,
    Buffer.from(`\nendstream endobj\ntrailer${after}`),
  ]);
  t.ok(file.length < 1_000_000, `${file.length} bytes`);
  const url = server.file('/bomb.pdf', 'application/pdf', file);
  const refused = await failure({ ...scrape, url, timeout: 120 });
  t.match(refused, { code: 'response_too_large', message: /memory/ });
  const small = server.file('/after.pdf', 'application/pdf', simple);
  t.equal(await text(small), 'Some text of a file.\n');
});
