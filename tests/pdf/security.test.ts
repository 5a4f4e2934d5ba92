import t from 'tap';
import { createLab } from '../parameters/lab.ts';
import { pdfText, withoutPoppler } from './poppler.ts';

const lab = await createLab(t);
const { server } = lab;

t.test('a header loads nothing and runs nothing', { skip: withoutPoppler }, async (t) => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  const asked = server.file('/from-header.svg', 'image/svg+xml', svg);
  const frame = server.page('/frame-in-header', 'framed');
  const header = `<b>head</b><img src="${asked}">
<iframe src="${frame}"></iframe><iframe src="file:///etc/passwd"></iframe><object data="file:///etc/hostname"></object>
<script>document.body.append('ran'); fetch("${asked}")</script><img src="x" onerror="this.after('ran')">`;
  const { body } = await lab.render({
    kind: 'pdf',
    html: '<p>text',
    pdf_margin_top: '5cm',
    pdf_header_html: header,
    pdf_footer_html: header,
  });
  const text = pdfText(body);
  t.match(text, /head/);
  t.notMatch(text, /ran|framed|root:|:\/bin/);
  t.same(server.requests('/from-header.svg'), []);
  t.same(server.requests('/frame-in-header'), []);
});

t.test('a header that needs something says so', async (t) => {
  for (const needing of [
    `<link rel="stylesheet" href="${server.url('/x.css')}">x`,
    `<style>@import "${server.url('/x.css')}"</style>x`,
  ]) {
    for (const parameter of ['pdf_header_html', 'pdf_footer_html']) {
      t.match(await lab.failure({ kind: 'pdf', html: 'x', [parameter]: needing }), {
        code: 'invalid_parameter',
        status: 400,
        message: new RegExp(
          `^${parameter}: Chromium could not print it\\. Nothing is loaded there`,
        ),
      });
    }
  }
  t.same(server.requests('/x.css'), []);
});

t.test('requests of a PDF’s document pass the egress proxy', async (t) => {
  const url = server.page(
    '/attachments',
    '<iframe src="file:///etc/passwd"></iframe><img src="http://127.0.0.3/x.png"><p>text',
  );
  const { body, warnings } = await lab.render({ kind: 'pdf', url, wait_until: ['load'] });
  t.match(warnings, [/not public/]);
  if (!withoutPoppler) t.notMatch(pdfText(body), /root:/);
});
