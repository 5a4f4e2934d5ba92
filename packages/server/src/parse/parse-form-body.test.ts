import t from 'tap';
import { parseFormBody } from './parse-form-body.ts';

async function parse(form: FormData) {
  const request = new Request('http://x/', { method: 'POST', body: form });
  const type = request.headers.get('content-type') ?? '';
  return parseFormBody(type, Buffer.from(await request.arrayBuffer()));
}

t.test('reads fields, the page and its files', async (t) => {
  const form = new FormData();
  form.append('format', 'png');
  form.append('hide_selectors', '.a');
  form.append('hide_selectors', '.b');
  form.append('page', new Blob(['<p>größe']), 'index.html');
  form.append('files', new Blob(['body{}']), 'css/style.css');
  form.append('__proto__', new Blob(['x']), '__proto__');
  const { entries, files } = await parse(form);
  t.same(entries.toSorted(), [
    ['format', 'png'],
    ['hide_selectors', '.a'],
    ['hide_selectors', '.b'],
    ['html', '<p>größe'],
  ]);
  t.same(Object.keys(files), ['css/style.css', '__proto__']);
  t.equal(Buffer.from(files['css/style.css'] ?? []).toString(), 'body{}');
});

t.test('rejects invalid and too large forms', async (t) => {
  const many = (count: number, add: (form: FormData, at: number) => void) => {
    const form = new FormData();
    for (let at = 0; at < count; at += 1) add(form, at);
    return parse(form);
  };
  const refused = { code: 'invalid_request' };
  await t.rejects(
    many(501, (form, at) => form.append(`a${at}`, '1')),
    { ...refused, message: 'The form has more than 500 fields.' },
  );
  await t.rejects(
    many(1001, (form, at) => form.append('f', new Blob(['']), `${at}`)),
    { ...refused, message: 'The form has more than 1000 files.' },
  );
  await t.rejects(
    parseFormBody('multipart/form-data; boundary=a', Buffer.from('--a\r\n'.repeat(2000))),
    { ...refused, message: 'The form has more than 1500 parts.' },
  );
  for (const [type, body] of [
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=a', 'no boundary'],
    [
      'multipart/form-data; boundary=a',
      '--a\r\nContent-Disposition: form-data; name="x"\r\n\r\ncut',
    ],
    [
      'multipart/form-data; boundary=a',
      '--a\r\nContent-Disposition: form-data; name="x"; filename="y"\r\n\r\ncut',
    ],
  ] as const) {
    await t.rejects(parseFormBody(type, Buffer.from(body)), refused, body);
  }
});
