import { join } from 'node:path';
import t from 'tap';
import { createRenderer } from 'tintype';
import { runHere } from './cli/run-here.ts';

const template =
  '<title>{{ title }}</title><ul>{% for row in rows %}<li>{{ row }}</li>{% endfor %}</ul>';
const data = { title: 'Bill', rows: ['one', '<b>two</b>'] };
const text = (body: Uint8Array) => Buffer.from(body).toString();
const markdown = { kind: 'scrape', format: 'md' } as const;

t.test('in code: a render, an open page, and what is loaded into it', async (t) => {
  await using renderer = createRenderer({ concurrency: 2, spares: 0 });
  const { body } = await renderer.render({ ...markdown, html: template }, { data });
  t.equal(text(body), '- one\n- \\<b>two\\</b>\n');
  await using page = await renderer.open({ html: template }, { data, trusted: true });
  t.equal(text((await page.capture(markdown)).body), text(body));
  await page.load({ html: template }, { data: { rows: ['three'] } });
  t.equal(text((await page.capture(markdown)).body), '- three\n');
  await t.rejects(page.load({ html: '{% if' }, { data }), { code: 'invalid_parameter' });
  t.equal(text((await page.capture(markdown)).body), '- three\n', 'the page is as it was');
  await t.rejects(renderer.render({ ...markdown, html: '{% if' }, { data }), {
    code: 'invalid_parameter',
    details: [{ parameter: 'html' }],
  });
  const bare = await renderer.render({ ...markdown, html: template });
  t.match(text(bare.body), /\{% for row in rows %\}/, 'without data it is no template');
});

t.test('on the command line: a file, with the files beside it, and stdin', async (t) => {
  const folder = t.testdir({
    'page.html': `<link rel="stylesheet" href="style.css">${template}`,
    'style.css': 'ul { list-style: none }',
    'data.json': JSON.stringify(data),
    'list.json': '[]',
    'broken.json': '{',
    'wrong.html': '<p>\n{{ a | nothing }}',
  });
  const at = (name: string) => join(folder, name);
  const scrape = async (...args: string[]) => {
    const { code, stdout, stderr } = await runHere(
      ['scrape', ...args, '--format', 'md', '-o', '-'],
      { env: {} },
    );
    return { code, text: stdout.toString(), stderr };
  };
  t.match(await scrape(at('page.html'), '--data', at('data.json')), {
    code: 0,
    text: '- one\n- \\<b>two\\</b>\n',
    stderr: '',
  });
  t.match(await scrape('--html', template, '--data', at('data.json')), {
    code: 0,
    text: '- one\n- \\<b>two\\</b>\n',
  });
  const wrong: [string, string, RegExp][] = [
    ['page.html', 'absent.json', /--data .*absent\.json: there is no such file/],
    ['page.html', 'list.json', /must hold a JSON object/],
    ['page.html', 'broken.json', /is no JSON/],
    ['wrong.html', 'data.json', /undefined filter: nothing, .*line:2/],
  ];
  for (const [page, file, message] of wrong) {
    const { code, stderr } = await scrape(at(page), '--data', at(file));
    t.equal(code, 2, file);
    t.match(stderr.replace(/\s+/g, ' '), message);
  }
  const url = await scrape('https://example.com', '--data', at('data.json'));
  t.match(url, { code: 2, stderr: /fills HTML of your own/ });
});
