import { RenderError } from '@tintype/contract';
import t from 'tap';
import { recordWork } from '../fixtures/recording-page.ts';
import { createStageClock } from './page-work.ts';

t.test('reports parts of one stage together, each to the hooks', async (t) => {
  const heard: string[] = [];
  const { request, context } = recordWork({});
  const clock = createStageClock(
    [{ stageEnd: ({ stage }) => void heard.push(stage) }],
    request,
    context,
  );
  t.equal(await clock.run('settle', async () => 1), 1);
  await clock.run('block', async () => {});
  await clock.run('settle', async () => {});
  t.same(heard, ['settle', 'block', 'settle']);
  t.same(
    clock.timings.map(({ stage }) => stage),
    ['settle', 'block'],
  );
  t.equal(clock.current, 'settle');
});

t.test('an error names its innermost stage', async (t) => {
  const { clock } = recordWork({});
  await t.rejects(
    clock.run('capture', () => Promise.reject(new Error('x'))),
    {
      code: 'internal',
      stage: 'capture',
    },
  );
  const known = new RenderError('timeout', undefined, { stage: 'settle' });
  await t.rejects(
    clock.run('capture', () => Promise.reject(known)),
    { code: 'timeout', stage: 'settle' },
  );
});

t.test('a failing stageEnd hook does not end the render', async (t) => {
  const { request, context, warnings } = recordWork({});
  const fail = () => {
    throw new Error('disk');
  };
  const clock = createStageClock([{ stageEnd: fail }], request, context);
  t.equal(await clock.run('encode', async () => 2), 2);
  t.same(warnings, ['A stageEnd hook failed: disk']);
});
