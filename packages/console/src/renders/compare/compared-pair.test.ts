import type { RequestState } from '@tintype/client';
import type { ComparisonFigures, TextFigures } from '@tintype/contract/wire';
import t from 'tap';
import { chooseOne, comparedAs, comparisonAddress, verdictOf } from './compared-pair.ts';

const one = (id: string, created: number, file = 'http://x.example/v1/files/a.png') =>
  ({ id, created, file, api: 'screenshot', status: 'succeeded' }) as RequestState;

t.test('two requests are chosen; a third replaces the earlier one', (t) => {
  const [a, b, c] = [one('a', 1), one('b', 1), one('c', 1)];
  const ids = (chosen: readonly RequestState[]) => chosen.map(({ id }) => id);
  const both = chooseOne(chooseOne([], b, true), a, true);
  t.same(ids(both), ['b', 'a']);
  t.same(ids(chooseOne(both, c, true)), ['a', 'c']);
  t.same(ids(chooseOne(both, a, false)), ['b']);
  t.equal(comparisonAddress(both), '/console/renders/compare?before=a&after=b', 'older first');
  t.equal(comparisonAddress([a]), undefined);
  t.end();
});

t.test('images and texts can be compared, while they are stored', (t) => {
  t.equal(comparedAs(one('a', 1)), 'image');
  t.equal(comparedAs(one('a', 1, 'http://x.example/v1/files/a.md')), 'text');
  t.equal(comparedAs(one('a', 1, 'http://x.example/v1/files/a.pdf')), undefined);
  t.equal(comparedAs({ ...one('a', 1), expires: 1 }), undefined);
  t.end();
});

t.test('a verdict names what changed, and how much', (t) => {
  const image = { same: false, changed: 0.0104, same_size: true, region_count: 3, regions: [] };
  const of = (more: Partial<ComparisonFigures>) => verdictOf({ ...image, similarity: 1, ...more });
  t.equal(of({}), '1.04 % changed, 3 regions');
  t.equal(of({ changed: 0.00001, region_count: 1 }), 'less than 0.01 % changed, 1 region');
  t.equal(of({ same_size: false }), '1.04 % changed, 3 regions, another size');
  t.equal(of({ changed: 0 }), 'Nothing changed');
  const cut = 'Nothing changed; only the first 9 rows were compared';
  t.equal(of({ changed: 0, compared_rows: 9 }), cut);
  const text = { same: false, changed: 0.5, added: 1, removed: 2 } as TextFigures;
  t.equal(verdictOf(text), '50.00 % changed, 1 line added, 2 lines removed');
  t.end();
});
