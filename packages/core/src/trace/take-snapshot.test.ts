import t from 'tap';
import type { PageHandle } from '../page/page-handle.ts';
import { takeSnapshot } from './take-snapshot.ts';

t.test('takes no snapshot from a remote browser that may exceed its message limit', async (t) => {
  const asked: string[] = [];
  const page = (remote: object) =>
    ({
      session: {
        async sendWithin(_bytes: number, method: string) {
          asked.push(method);
          return { data: 'page' };
        },
      },
      lease: { browser: { ...remote } },
    }) as unknown as PageHandle;
  t.equal(await takeSnapshot(page({ remote: { unguarded: [] } }), 10), undefined);
  t.same(asked, []);
  t.same(await takeSnapshot(page({}), 10), Buffer.from('page'));
  t.equal(await takeSnapshot(page({}), 3), undefined);
});
