import { inDepth } from '@tintype/testkit';
import t from 'tap';
import { createLab } from '../parameters/lab.ts';
import { builtWalls, noWalls } from './built-walls.ts';

const lab = await createLab(t);
const { server } = lab;

const receiptOf = async ({
  path,
  html,
  status = 200,
  kind = 'scrape',
}: {
  path: string;
  html: string;
  status?: number | undefined;
  kind?: 'scrape' | 'screenshot';
}) => {
  const url = server.page(path, html, {}, status);
  // The walls to be recognised must not be closed.
  const wanted = { kind, url, block_annoyance: 'none', viewport_height: 800 };
  return (await lab.render(wanted)).receipt;
};

t.test('walls are recognised, with what they are known by', async (t) => {
  t.ok(builtWalls.length >= 30, 'there are enough of them');
  // In the default run three of each kind: what the others are known by is data.
  const seen = new Map<string, number>();
  for (const [at, wall] of builtWalls.entries()) {
    const count = (seen.get(wall.kind) ?? 0) + 1;
    seen.set(wall.kind, count);
    if (count > 3 && !inDepth(t, wall.name)) continue;
    const { name: _, kind, path = `/wall-${at}`, ...page } = wall;
    const { wall: found } = await receiptOf({
      ...page,
      path,
      kind: count === 1 ? 'screenshot' : 'scrape',
    });
    t.equal(found?.kind, kind, `${wall.name}: ${found?.evidence.join(', ')}`);
    t.ok((found?.evidence.length ?? 0) > 0, wall.name);
  }
});

t.test('what has something of a wall is none', async (t) => {
  for (const [at, each] of noWalls.entries()) {
    if (at % 3 !== 0 && !inDepth(t, each.name)) continue;
    const kind = at === 0 ? 'screenshot' : 'scrape';
    const { wall } = await receiptOf({ path: `/none-${at}`, ...each, kind });
    t.same(wall, undefined, each.name);
  }
});
