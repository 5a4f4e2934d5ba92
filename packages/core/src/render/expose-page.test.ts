import t from 'tap';
import { recordWork } from '../fixtures/recording-page.ts';
import type { LoadedPage } from '../load/load-page.ts';
import type { ReachedState } from '../load/reach-state.ts';
import type { Settler } from '../load/settle/settle.ts';
import { exposePage } from './expose-page.ts';

const watch = { loaderId: 'L', unreachableUrl: undefined } as LoadedPage['watch'];
const loaded = { watch } as LoadedPage;
const settled = {
  url: 'about:blank',
  status: 200,
  missing: [],
} as unknown as ReachedState['settled'];

/** Records its calls. */
function createSettler(calls: string[]): Settler {
  const told = (call: string) => async () => {
    calls.push(call);
    return { ...settled };
  };
  return {
    observed: { isGrowing: false, isMoving: false },
    settle: told('settle'),
    reveal: async (known) => (calls.push('reveal'), known),
    comeToRest: async (known) => (calls.push('rest'), known),
  };
}

t.test('does not settle an untouched page again', async (t) => {
  const calls: string[] = [];
  const work = recordWork({});
  const reached: ReachedState = { settled, loaderId: 'L', isTouched: false };
  const document = await exposePage(work, loaded, createSettler(calls), reached, 0);
  t.equal(document.settled, settled);
  t.same(calls, ['reveal', 'rest']);
});

t.test('settles a touched or delayed page again before revealing it', async (t) => {
  for (const [isTouched, delayS] of [
    [true, 0],
    [false, 0.01],
  ] as const) {
    const calls: string[] = [];
    const reached: ReachedState = { settled, loaderId: 'L', isTouched };
    await exposePage(recordWork({}), loaded, createSettler(calls), reached, delayS);
    t.same(calls, ['settle', 'reveal', 'rest']);
  }
});

t.test('checks the status, warns about missing parts and calls hooks when ready', async (t) => {
  const reached: ReachedState = { settled, loaderId: 'L', isTouched: false };
  const refused = recordWork({ fail_on_status: '200' });
  const settler = createSettler([]);
  await t.rejects(exposePage(refused, loaded, settler, reached, 0), { code: 'bad_status' });
  let readied = 0;
  const work = recordWork({}, [{ pageReady: () => void (readied += 1) }]);
  const bare = { ...reached, settled: { ...settled, missing: ['images' as const] } };
  await exposePage(work, loaded, settler, bare, 0);
  t.equal(readied, 1);
  t.match(work.warnings, [/^Not everything had arrived when the image was taken: images/]);
});
