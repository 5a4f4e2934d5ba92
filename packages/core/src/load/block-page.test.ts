import t from 'tap';
import { recordWork } from '../fixtures/recording-page.ts';
import type { Hooks, StageTiming } from '../types.ts';
import { blockPage } from './block-page.ts';

t.test('calls hooks in order, and reports if one changed the page', async (t) => {
  const calls: string[] = [];
  const stages: string[] = [];
  const hook = (name: string, changed: boolean): Hooks => ({
    async pageSettled() {
      calls.push(name);
      return changed;
    },
    stageEnd: ({ stage }: StageTiming) => void stages.push(stage),
  });
  const work = recordWork({}, [hook('a', true), hook('b', false)]);
  t.equal(await blockPage(work, 'pageSettled'), true);
  t.same(calls, ['a', 'b']);
  t.same(stages, ['block', 'block'], 'each hears of the stage');
  t.equal(await blockPage(recordWork({}, [hook('c', false)]), 'pageSettled'), false);
});

t.test('runs no stage without hooks', async (t) => {
  const work = recordWork({}, [{}]);
  t.equal(await blockPage(work, 'beforeNavigate'), false);
  t.same(work.clock.timings, []);
});

t.test('a hook that fails ends the stage', async (t) => {
  const work = recordWork({}, [
    {
      beforeNavigate() {
        throw new TypeError('no');
      },
    },
  ]);
  await t.rejects(blockPage(work, 'beforeNavigate'), { code: 'internal', stage: 'block' });
});
