import t from 'tap';
import { parsePage } from '../parse-page.ts';
import { groupBlocks } from './block-groups.ts';
import { contextNames, describeContext } from './context-features.ts';
import { describeHeadings, headingNames } from './heading-features.ts';
import { readBlocks } from './page-blocks.ts';

const read = (html: string) =>
  readBlocks(parsePage({ html, title: '', language: '', url: '' }).body);

const cards = read(
  '<h2>Related products</h2><div class="card n1"><h3 class="name">one</h3><p>1 $</p></div><div class="card n2"><h3 class="name">two</h3><p>2 $</p></div><footer><p>three</p></footer>',
);

t.test('blocks in boxes of the same names are one group', async (t) => {
  const [near, far, tags] = groupBlocks(cards).map(({ of }) => [...of]);
  t.same(near, [0, 1, 2, 1, 2, 3], 'numbers in names count');
  t.same(far, [0, 1, 2, 1, 2, 3]);
  t.same(tags, [0, 1, 2, 1, 2, 3]);
  const [boxes, , all] = groupBlocks(
    read('<div class="a"><p>x</p></div><div class="b"><p>y</p></div>'),
  );
  t.same([...(boxes?.of ?? [])], [0, 1]);
  t.same([...(all?.of ?? [])], [0, 0]);
});

t.test('what the others of a group are taken for is known of each', async (t) => {
  const odds = [-9, 9, 0, -9, 0, -9];
  const describe = describeContext(cards, groupBlocks(cards), odds);
  const row = new Float32Array(contextNames.length);
  const valueOf = (index: number, name: string) => {
    describe(index, row, 0);
    return row[contextNames.indexOf(name)] ?? NaN;
  };
  t.ok(Math.abs(valueOf(3, 'chance of group 0') - 0.5) < 0.01);
  t.ok(valueOf(3, 'best of group 0') > 0.99);
  t.ok(valueOf(0, 'chance of group 0') < 0.01);
  t.ok(valueOf(0, '1 chance') > 0.99);
  t.equal(valueOf(0, '-1 chance'), -1, 'there is none');
  t.ok(valueOf(5, 'best of box 1') < 0.01, 'of the footer');
  t.equal(valueOf(1, 'rank'), 0);
  t.ok(row.every((value) => Number.isFinite(value)));
});

t.test('what the heading over a block says is known of it', async (t) => {
  const width = headingNames.length;
  const rows = describeHeadings(cards);
  const valueOf = (index: number, name: string) => rows[index * width + headingNames.indexOf(name)];
  t.equal(valueOf(2, 'under related'), 0, 'the heading of the card is nearer');
  t.equal(valueOf(2, 'under main related'), 1);
  t.equal(valueOf(2, 'kind of heading'), 3);
  t.equal(valueOf(5, 'blocks since heading'), 2);
});
