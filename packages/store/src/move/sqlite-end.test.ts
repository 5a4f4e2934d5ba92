import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { moveStore } from './move-store.ts';

t.test('a folder without a database is not made and copied as an empty one', async (t) => {
  const dir = t.testdir({ empty: {} });
  for (const folder of ['empty', 'typo']) {
    const from = `sqlite:${join(dir, folder)}`;
    const moved = moveStore(from, `sqlite:${join(dir, 'target')}`, dir);
    await t.rejects(moved, {
      code: 'invalid_parameter',
      message: /^There is no database of Tintype in /,
    });
    t.notOk(existsSync(join(dir, folder, 'tintype.db')));
  }
  t.notOk(existsSync(join(dir, 'typo')));
  t.notOk(existsSync(join(dir, 'target')));
});
