import { inDepth } from '@tintype/testkit';
import t from 'tap';
import { createLab } from '../parameters/lab.ts';

const lab = await createLab(t);
const { renderer } = lab;

const html = `<!doctype html><title>Open</title><style>body{margin:0;height:3000px;background:linear-gradient(red,blue)}p{height:50vh}</style>
<p>one</p><aside>hidden</aside><p id="two">two</p><button onclick="document.title=document.title+'!'">go</button>`;
const page = { html, viewport_width: 300, viewport_height: 200, click_selector: 'button' };
const still = { kind: 'screenshot', format: 'png' } as const;

t.test('the first capture is what render() gives', async (t) => {
  const kinds = [
    still,
    { ...still, full_page: true },
    { ...still, selector: '#two' },
    { kind: 'scrape', format: 'md' },
    { kind: 'pdf', pdf_single_page: true },
  ] as const;
  for (const [at, wanted] of kinds.entries()) {
    if (at % 2 === 0 && !inDepth(t, JSON.stringify(wanted))) continue;
    await using open = await renderer.open(page);
    const [captured, rendered] = await Promise.all([
      open.capture(wanted),
      renderer.render({ ...page, ...wanted }),
    ]);
    t.equal(captured.mediaType, rendered.mediaType);
    t.equal(captured.metadata.title, rendered.metadata.title);
    // A PDF says when it was made.
    if (wanted.kind === 'pdf')
      t.match(Buffer.from(captured.body).toString('latin1', 0, 5), '%PDF-');
    else t.same(Buffer.compare(captured.body, rendered.body), 0, JSON.stringify(wanted));
  }
});

t.test('captures find the page as it was opened, in whatever order', async (t) => {
  await using open = await renderer.open(page);
  const before = await open.capture(still);
  await open.capture({ ...still, full_page: true, omit_background: true });
  await open.capture({ kind: 'pdf', pdf_single_page: true });
  await open.capture({ ...still, selector: '#two' });
  const { body } = await open.capture({ kind: 'scrape', format: 'html' });
  t.match(Buffer.from(body).toString(), '<title>Open!</title>', 'clicked once');
  const after = await open.capture(still);
  t.equal(Buffer.compare(before.body, after.body), 0);
});

t.test('captures that are asked for together are those that are asked for in turn', async (t) => {
  const kinds = [
    { kind: 'scrape', format: 'md' },
    { ...still, full_page: true, image_width: 150 },
    { kind: 'pdf', pdf_single_page: true },
    { ...still, selector: '#two', format: 'gif' },
    still,
  ] as const;
  const scripted = {
    ...page,
    html: `${html}<script>addEventListener('scroll', () => {})</script>`,
  };
  await using open = await renderer.open(scripted);
  const together = await Promise.all(kinds.map((wanted) => open.capture(wanted)));
  for (const [index, wanted] of kinds.entries()) {
    if (index % 2 === 0 && !inDepth(t, JSON.stringify(wanted))) continue;
    await using own = await renderer.open(scripted);
    const { body, metadata } = await own.capture(wanted);
    const made = together[index];
    t.same(made?.metadata, metadata);
    if (wanted.kind === 'pdf') t.equal(made?.body.byteLength, body.byteLength);
    else t.equal(Buffer.compare(made?.body ?? Buffer.of(), body), 0, JSON.stringify(wanted));
  }
});

t.test('a failed capture leaves the page open; a closed page has none', async (t) => {
  const open = await renderer.open({ ...page, timeout: 4 });
  await t.rejects(open.capture({ ...still, selector: '#none', timeout: undefined as never }), {
    code: 'selector_not_found',
  });
  t.ok((await open.capture(still)).body.byteLength > 0);
  await open.close();
  await t.rejects(open.capture(still), { code: 'invalid_request', message: /closed/ });
});

t.test('parameters belong to one of the halves', async (t) => {
  await t.rejects(renderer.open({ ...page, full_page: true }), {
    code: 'invalid_parameter',
    message: 'full_page belongs to capture().',
  });
  await using open = await renderer.open(page);
  await t.rejects(open.capture({ ...still, dark_mode: true }), {
    code: 'invalid_parameter',
    message: 'dark_mode belongs to open().',
  });
});
