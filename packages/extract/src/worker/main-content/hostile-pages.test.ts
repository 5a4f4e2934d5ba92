import t from 'tap';
import { parsePage } from '../parse-page.ts';
import { describeBlocks, featureNames } from './block-features.ts';
import { groupBlocks } from './block-groups.ts';
import { tokenCount, tokenKinds } from './block-tokens.ts';
import { keepMainContent, prune } from './main-content.ts';
import { readBlocks } from './page-blocks.ts';
import { readSignals } from './page-signals.ts';

const url = 'https://example.com/page';
const bodyOf = (html: string) => parsePage({ html, title: '', language: '', url }).body;
const signalsOf = (jsonLd: string[], address = url) => {
  const body = bodyOf('<p>Hi</p>');
  const head = { meta: [], links: [], jsonLd };
  return readSignals(readBlocks(body), body, { title: '', url: address, head });
};

t.test('JSON-LD and addresses that are made to take long', async (t) => {
  const before = signalsOf([]).values;
  t.same(signalsOf(['"@type":['.repeat(60_000)]).values, before);
  t.same(signalsOf([], `https://example.com/${'a'.repeat(1_000_000)}`).values, before);
  const signs = Array.from({ length: 20 }, () => `"text":"${'<'.repeat(190_000)}"`);
  const { statedRuns } = signalsOf([
    ...signs,
    '"text":"one <b>two</b> three, and so it goes on for a while"',
  ]);
  t.ok(statedRuns.has('one two three'));
});

t.test('each block of a page is described in the row that is given', async (t) => {
  const body = bodyOf('<p>one two three</p><ul><li>four</li><li>five six</li></ul>');
  const page = readBlocks(body);
  const describe = describeBlocks(
    page,
    readSignals(page, body, { title: '', url }),
    groupBlocks(page),
  );
  const row = new Float32Array(featureNames.length);
  const words = page.blocks.map(({ index }) => {
    describe(index, row);
    return row[featureNames.indexOf('words')];
  });
  t.strictSame(
    words,
    [3, 1, 2].map((count) => Math.fround(Math.log1p(count))),
  );
});

t.test('whether all of a box is taken is asked once', async (t) => {
  const many = 1000;
  const page = readBlocks(bodyOf('<p>word</p><hr>'.repeat(many)));
  let asked = 0;
  const taken = new Proxy(
    page.blocks.map(() => true),
    {
      get(target, name) {
        asked += 1;
        return Reflect.get(target, name) as unknown;
      },
    },
  );
  prune(page.root, taken);
  t.equal(page.root.element.childNodes.length, many * 2, 'lines between what is taken stay');
  t.ok(asked < many * 10, `asked ${asked} times`);
});

/** More than a call takes arguments. */
const manySiblings = 140_000;

t.test('a page without anything to take is left as it is', async (t) => {
  const none = new Float32Array();
  const forest = { depth: 1, features: new Uint16Array(), thresholds: none, leaves: none, bias: 3 };
  const tokens = tokenKinds.map(() => ({ weights: new Float32Array(tokenCount), bias: 0 }));
  const body = bodyOf('<hr>'.repeat(manySiblings));
  t.notOk(keepMainContent(body, { title: '', url }, { tokens, first: forest, second: forest }));
  t.equal(body.childNodes.length, manySiblings);
});

t.test('of a page without anything to take, what is closed is not shown', async (t) => {
  const none = new Float32Array();
  const forest = {
    depth: 1,
    features: new Uint16Array(),
    thresholds: none,
    leaves: none,
    bias: -9,
  };
  const tokens = tokenKinds.map(() => ({ weights: new Float32Array(tokenCount), bias: 0 }));
  const html = `<p>${'shown '.repeat(500)}</p><div data-closed=""><p>closed</p></div>`;
  const body = bodyOf(html);
  const isFound = keepMainContent(
    body,
    { title: '', url },
    { tokens, first: forest, second: forest },
  );
  t.match(body.textContent, 'shown');
  t.equal(/closed/.test(body.textContent), isFound);
  t.notOk(isFound);
});
