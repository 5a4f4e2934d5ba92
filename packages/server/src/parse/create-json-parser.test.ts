import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { RenderError } from '@tintype/contract';
import t from 'tap';
import { createJsonParser, parseJsonBody } from './create-json-parser.ts';

const parser = createJsonParser(10 * 1_048_576);
t.teardown(() => parser.stop());
const parse = (text: string) => parser.parse(Buffer.from(new TextEncoder().encode(text).buffer));

t.test('parses small and large bodies alike', async (t) => {
  for (const html of ['x', 'ü'.repeat(100_000), '"'.repeat(4_900_000), '漢字\\'.repeat(900_000)]) {
    const text = JSON.stringify({ html, wait_until: ['load'], __proto: { a: [1] } });
    t.same(await parse(text), parseJsonBody(text), `${text.length} characters`);
  }
  for (const filler of ['', ' '.repeat(100_000)]) {
    const problem = { code: 'invalid_request' };
    await t.rejects(parse(`{"a":${filler}`), { ...problem, message: /^The body is not JSON: it / });
    await t.rejects(parse(`${'['.repeat(51)}${filler}`), { ...problem, message: /50 levels/ });
    await t.rejects(parse(filler || ' '), { ...problem, message: /it is empty/ });
  }
});

t.test('concurrent bodies get their own values', async (t) => {
  const texts = Array.from({ length: 20 }, (_, place) =>
    JSON.stringify({ place, html: 'x'.repeat(place % 2 === 0 ? 10 : 200_000) }),
  );
  const values = (await Promise.all(texts.map(parse))) as { place: number }[];
  t.same(
    values.map(({ place }) => place),
    texts.map((_, place) => place),
  );
});

t.test('does not block timers', async (t) => {
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 1);
  const body = Buffer.from(
    new TextEncoder().encode(`{"html":"${'\\"'.repeat(5_000_000)}"}`).buffer,
  );
  ticks = 0;
  await parser.parse(body);
  clearInterval(timer);
  t.ok(ticks > 0);
  t.equal(body.byteLength, 0, 'the memory went to the thread');
});

t.test(
  'its thread gives way to others',
  { skip: process.platform !== 'linux' && 'a thread has no priority of its own' },
  async (t) => {
    await parse(JSON.stringify({ html: 'x'.repeat(100_000) }));
    const niceness = readdirSync('/proc/self/task').map((thread) => {
      const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'latin1');
      // Field 19 of proc(5); the name in field 2 may hold spaces and brackets.
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
    });
    t.equal(niceness.filter((value) => value === Math.min(19, getPriority() + 10)).length, 1);
  },
);

t.test('a crashed thread fails its bodies and is replaced', async (t) => {
  const fragile = createJsonParser(1);
  t.teardown(() => fragile.stop());
  const going = fragile.parse(
    Buffer.from(new TextEncoder().encode(`{"a":"${'x'.repeat(200_000)}"}`).buffer),
  );
  await fragile.stop();
  await t.rejects(going, { code: 'internal' });
  const again = JSON.stringify({ a: 'x'.repeat(100_000) });
  t.same(
    await fragile.parse(Buffer.from(new TextEncoder().encode(again).buffer)),
    JSON.parse(again),
  );
});

t.test('truncates an object of thousands of names, but keeps the key', async (t) => {
  const names = Object.fromEntries(Array.from({ length: 19_000 }, (_, place) => [`n${place}`, 1]));
  const cut = (await parse(JSON.stringify({ ...names, access_key: 'k' }))) as object;
  t.equal(Object.keys(cut).length, 1_001);
  t.match(cut, { n0: 1, access_key: 'k' });
});

const refusal = (text: string): string => {
  try {
    parseJsonBody(text);
  } catch (error) {
    if (error instanceof RenderError && error.code === 'invalid_request') return error.message;
    throw error;
  }
  return 'accepted';
};

t.test('reads what JSON.parse reads', async (t) => {
  for (const value of [
    { url: 'https://example.com/', wait_until: ['load'] },
    { html: '<p title="\\">[[[[[[[[[[[[{{{{{{{{{{{{{{</p>' },
    { html: `${'"'.repeat(50_000)}${'\\'.repeat(50_000)}${'[,'.repeat(50_000)}` },
    [[[[[[[[1]]]]]]]],
    'text',
    null,
  ]) {
    t.same(parseJsonBody(JSON.stringify(value)), value);
  }
});

t.test('ignores a byte order mark', async (t) => {
  t.same(parseJsonBody('\ufeff{"a":1}'), { a: 1 });
});

t.test('reads the deepest steps of a list of renders', async (t) => {
  const click = { type: 'click', selectors: [['#q'], ['pierce/#q']] };
  const visible = (then: object) => ({ type: 'ifVisible', selectors: [['h1']], then: [then] });
  const steps = { title: 'A', steps: [visible(visible(click))] };
  const body = { requests: [{ url: 'https://example.com', steps }] };
  t.same(parseJsonBody(JSON.stringify(body)), body);
});

t.test('limits what can be built', async (t) => {
  t.equal(refusal('['.repeat(51)), 'The body is JSON nested deeper than 50 levels.');
  t.equal(refusal('{"a":'.repeat(3_000_000)), 'The body is JSON nested deeper than 50 levels.');
  t.equal(refusal(`[${'[],'.repeat(20_000)}1]`), 'The body is JSON of more than 20000 values.');
  t.equal(refusal(`[${'1,'.repeat(5_000_000)}1]`), 'The body is JSON of more than 20000 values.');
});

t.test('reports the position of an error, without the text', async (t) => {
  t.equal(refusal(''), 'The body is not JSON: it is empty.');
  t.equal(refusal('{"a": "b'), 'The body is not JSON: it cannot be read from character 8 on.');
  t.equal(refusal('{"url"'), 'The body is not JSON: it cannot be read from character 6 on.');
  for (const text of ['{secret}', 'access_key=secret', "{'a': 'secret'}", '{"a":"secret"']) {
    t.match(refusal(text), /^The body is not JSON: it /);
    t.notMatch(refusal(text), /secret/);
  }
});

t.test('special names of JavaScript stay plain', async (t) => {
  const body = parseJsonBody('{"__proto__": {"polluted": true}, "constructor": 1}') as object;
  t.same(Object.keys(body), ['__proto__', 'constructor']);
  t.notOk('polluted' in {});
});
