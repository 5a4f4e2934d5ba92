import t from 'tap';
import { addRecent, clearRecent, readRecent, type RecentRender } from './recent-renders.ts';

function createStorage(maxChars = Infinity) {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => {
      if (value.length > maxChars) throw new Error('QuotaExceededError');
      kept.set(name, value);
    },
    removeItem: (name: string) => void kept.delete(name),
  };
}

const one = (id: string, more: Partial<RecentRender> = {}): RecentRender => ({
  id,
  kind: 'screenshot',
  title: 'example.com/a',
  address: '/console/playground?kind=screenshot',
  at: 1,
  totalMs: 2,
  mediaType: 'image/png',
  ...more,
});

t.test('the last twenty renders of an account stay in the tab', (t) => {
  const storage = createStorage();
  for (let at = 0; at < 25; at += 1) addRecent(storage, 'a', one(`${at}`));
  addRecent(storage, 'a', one('24', { totalMs: 9 }));
  const kept = readRecent(storage, 'a');
  t.equal(kept.length, 20);
  t.match(kept[0], { id: '24', totalMs: 9 });
  t.same(readRecent(storage, 'b'), [], 'another account sees none');
  addRecent(storage, 'b', one('x'));
  t.same(readRecent(storage, 'a'), [], 'and removes them');
  clearRecent(storage);
  t.same(readRecent(storage, 'b'), []);
  t.end();
});

t.test('neither a large thumbnail, a full storage nor other content is a problem', (t) => {
  const storage = createStorage(3_000);
  addRecent(storage, 'a', one('large', { thumbnail: 'x'.repeat(30_000), text: 'y' }));
  t.same(readRecent(storage, 'a'), [one('large')]);
  addRecent(storage, 'a', one('full', { text: 'x'.repeat(5_000) }));
  t.same(readRecent(storage, 'a'), []);
  for (let at = 0; at < 30; at += 1)
    addRecent(storage, 'a', one(`${at}`, { text: 'x'.repeat(200) }));
  const ids = readRecent(storage, 'a').map(({ id }) => id);
  t.match(ids.slice(0, 3), ['29', '28', '27'], 'the newest that fit');
  t.ok(ids.length < 20);
  for (const content of ['{', '[]', 'null', '{"account":"a","renders":7}']) {
    storage.kept.set('tintype-recent', content);
    t.same(readRecent(storage, 'a'), [], content);
  }
  t.end();
});
