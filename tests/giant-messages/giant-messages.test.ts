import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { inDepth } from '@tintype/testkit';
import type { RequestInput } from 'tintype';
import t from 'tap';
import { sourceCondition } from '../source-condition.ts';

// Each of these made a message that Node could not take as one string of JSON, or took for ever
// over: see docs/browsers.md.

const script = (code: string) =>
  ({ kind: 'screenshot', html: `<title>t</title><script>${code}</script>` }) as RequestInput;
const framed = (code: string) =>
  ({
    kind: 'screenshot',
    html: `<title>t</title><iframe srcdoc="<script>${code}</script>"></iframe>`,
  }) as RequestInput;
const injected = (code: string) =>
  ({ kind: 'screenshot', html: '<title>t</title>', inject_js: code }) as RequestInput;

type Expected = { code?: string; title?: string | RegExp };
const tooLarge = { code: 'page_too_large' };
const failed = { code: 'script_failed' };
const fine = { title: 't' };
// Long enough to be refused where messages are; the largest made Node's text of them too long.
const cases: Record<string, [RequestInput, Expected]> = {
  'the name of a window': [script(`window.open('about:blank', '\\u0001'.repeat(92e6))`), tooLarge],
  'the name of a window of a frame': [
    framed(`window.open('about:blank', '\\u0001'.repeat(4e7))`),
    tooLarge,
  ],
  'a title': [script(`document.title = '\\ud800'.repeat(17e6)`), { title: /^.{10000}$/ }],
  // It may be more than the page's memory, or not.
  'a title of 180 MB': [script(`document.title = '\\ud800'.repeat(9e7)`), {}],
  'what inject_js throws': [injected(`throw '\\u0001'.repeat(1e8)`), failed],
  'what inject_js throws, smaller': [injected(`throw '\\u0001'.repeat(3e7)`), failed],
  'what inject_js gives': [injected(`'x'.repeat(1e8)`), failed],
  'the address of an icon': [
    script(
      `document.head.append(Object.assign(document.createElement('link'), { rel: 'icon', href: 'data:image/png,' + 'x'.repeat(9e7) }))`,
    ),
    fine,
  ],
  'a dialog': [script(`alert('\\u0001'.repeat(92e6))`), fine],
  'the console': [script(`console.log('\\u0001'.repeat(92e6))`), fine],
  'the console, heard by puppeteer': [
    { ...script(`console.log('\\u0001'.repeat(4e7))`), delay: 0.1 },
    tooLarge,
  ],
  'the headers of a request': [
    {
      ...script(`fetch('/', { headers: { a: 'y'.repeat(33e6) } }).catch(() => {})`),
      block_ressources: ['xhr', 'fetch'],
    },
    tooLarge,
  ],
};

/**
 * The default run has an answer, an exception and an event: what else makes a message is stopped at
 * the same place.
 */
const covering = ['a title', 'what inject_js throws, smaller', 'the headers of a request'];

t.test('what a page says costs its own render at most', async (t) => {
  for (const name of covering) t.ok(name in cases, name);
  const tried = Object.entries(cases).filter(
    ([name]) => covering.includes(name) || inDepth(t, name),
  );
  const embedder = fileURLToPath(new URL('embedder.ts', import.meta.url));
  const child = spawn(process.execPath, [...sourceCondition, embedder], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  child.stdin.end(JSON.stringify(tried.map(([name, [request]]) => ({ name, request }))));
  const [code] = (await once(child, 'exit')) as [number];
  const [out, errors] = await said;
  t.equal(errors, '');
  t.equal(code, 0, 'the program lives');
  const seen = JSON.parse(out || '{}') as Record<string, unknown>;
  for (const [name, [, expected]] of tried) {
    t.match(seen[name], { hostile: expected, beside: { title: 'next' } }, name);
  }
});
