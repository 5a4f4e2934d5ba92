import { createContext, runInContext } from 'node:vm';
import t from 'tap';
import { createPageCode } from './create-page-code.ts';
import { createResidentCode } from './resident-code.ts';

function twice(value: number): number {
  return value * 2;
}

function nothing(): undefined {
  return undefined;
}

const [first, second] = [createPageCode({ twice, nothing }), createPageCode({ twice: named() })];

/** Another function of the same name. */
function named() {
  return function twice(value: number): number {
    return value + value + 1;
  };
}

/** Documents of one page: scripts that were noted run at the beginning of each. */
function openPage() {
  const scripts: string[] = [];
  const sent: string[] = [];
  let document = createContext({});
  let last = '';
  const session = {
    async send(method: string, params: { source: string }) {
      t.equal(method, 'Page.addScriptToEvaluateOnNewDocument');
      scripts.unshift(params.source);
      return {};
    },
  };
  const code = createResidentCode(session as never);
  const evaluate = async <T>(expression: string) => {
    sent.push(expression);
    last = expression;
    return runInContext(expression, document) as T;
  };
  const invoke = <T>(source: string, args: readonly unknown[]) =>
    evaluate<T>(`(${source})(${args.map((arg) => JSON.stringify(arg)).join(', ')})`);
  return {
    scripts,
    keep: () => code.keep(),
    last: () => last,
    async call(wanted: object, ...args: unknown[]) {
      const result = await code.call<unknown>({ evaluate, invoke }, wanted as never, args);
      return [result, sent.splice(0).map((text) => /=>|function/.test(text))] as const;
    },
    async navigate(globals: object = {}) {
      await new Promise(setImmediate);
      document = createContext(globals);
      for (const source of scripts) runInContext(source, document);
    },
    replaceSilently: () => void (document = createContext({})),
  };
}

t.test('called functions are resident in the next document', async (t) => {
  const page = openPage();
  t.same(await page.call(first.twice, 4), [8, [true]]);
  page.keep();
  await page.navigate();
  t.same(await page.call(first.twice, 5), [10, [false]], 'the call alone');
  t.same(await page.call(first.nothing), [undefined, [true]], 'for the first time');
  page.keep();
  await page.navigate();
  t.same(await page.call(first.nothing), [undefined, [false]]);
  t.same(await page.call(first.twice, 6), [12, [false]]);
  t.equal(page.scripts.length, 2);
  page.keep();
  t.equal(page.scripts.length, 2, 'there is nothing new');
});

t.test('distinguishes functions of one name', async (t) => {
  const page = openPage();
  await page.call(first.twice, 1);
  await page.call(second.twice, 1);
  page.keep();
  await page.navigate();
  t.same(await page.call(first.twice, 4), [8, [false]]);
  t.same(await page.call(second.twice, 4), [9, [false]]);
});

t.test('sends the code with the call if the document does not have it', async (t) => {
  const page = openPage();
  await page.call(first.twice, 1);
  page.keep();
  t.same(await page.call(first.twice, 2), [4, [false, true]], 'the document that was there');
  await page.navigate();
  page.replaceSilently();
  t.same(await page.call(first.twice, 3), [6, [false, true]], 'one that came otherwise');
});

t.test('frozen arguments become resident, others are sent with the call', async (t) => {
  const page = openPage();
  const words = Object.freeze({ list: ['a', 'b'] });
  const { count } = createPageCode({ count: counting() });
  t.same(await page.call(count, words, { list: ['c'] }), ['2 1', [true]]);
  page.keep();
  await page.navigate();
  t.same(await page.call(count, words, { list: ['c', 'd', 'e'] }), ['2 3', [false]]);
  t.notMatch(page.last(), '"b"');
  const others = Object.freeze({ list: ['x'] });
  t.same(await page.call(count, words, others), ['2 1', [false]]);
  page.keep();
  t.same(await page.call(count, words, others), ['2 1', [false, true]], 'not in this document');
  await page.navigate();
  t.same(await page.call(count, words, others), ['2 1', [false]]);
  t.notMatch(page.last(), '"x"');
});

/** Returns the lengths of two lists. */
function counting() {
  return function count(one: { list: unknown[] }, other: { list: unknown[] }): string {
    return `${one.list.length} ${other.list.length}`;
  };
}

t.test('parts beyond the limit are sent with each call', async (t) => {
  const page = openPage();
  const { count } = createPageCode({ count: counting() });
  for (let at = 0; at < 300; at += 1) {
    await page.call(count, Object.freeze({ list: [at] }), { list: [] });
  }
  page.keep();
  await page.navigate();
  const [script = ''] = page.scripts;
  t.equal(script.match(/value\d+: /g)?.length, 99);
  t.same(await page.call(count, Object.freeze({ list: [1, 2] }), { list: [] }), ['2 0', [false]]);
});

t.test('errors thrown in the page reject', async (t) => {
  const page = openPage();
  const { broken } = createPageCode({ broken: brokenOf() });
  await t.rejects(page.call(broken), /no way/);
  page.keep();
  await page.navigate();
  await t.rejects(page.call(broken), /no way/);
});

function brokenOf() {
  return function broken(): never {
    throw new Error('no way');
  };
}
