import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@tintype/testkit/until';
import t from 'tap';
import { createPoller } from './create-poller.ts';

t.test('looks as often as the looks say, and when it is woken', async (t) => {
  let looks = 0;
  const poller = createPoller({
    look: async () => {
      looks += 1;
      return looks < 3 ? 1 : 600_000;
    },
    onTrouble: (cause) => t.fail(String(cause)),
  });
  poller.start();
  poller.start();
  await until(() => looks === 3);
  await delay(50);
  t.equal(looks, 3);
  poller.wake();
  await until(() => looks === 4);
  await poller.stop();
  await poller.stop();
  poller.wake();
  await delay(50);
  t.equal(looks, 4, 'nothing looks after stop');
  poller.start();
  await until(() => looks === 5);
  await poller.stop();
});

t.test('woken in the middle of a look, it looks once more', async (t) => {
  let looks = 0;
  let go = () => {};
  const poller = createPoller({
    look: async () => {
      looks += 1;
      if (looks === 1) await new Promise<void>((resolve) => (go = resolve));
      return 600_000;
    },
    onTrouble: (cause) => t.fail(String(cause)),
  });
  poller.start();
  await until(() => looks === 1);
  poller.wake();
  go();
  await until(() => looks === 2);
  await delay(50);
  t.equal(looks, 2);
  await poller.stop();
});

t.test('reports a failed call, except during stop', async (t) => {
  let looks = 0;
  const told: unknown[] = [];
  const why = new Error('the disk is full');
  const poller = createPoller({
    look: async () => {
      looks += 1;
      if (looks === 1) throw why;
      return 600_000;
    },
    onTrouble: (cause) => told.push(cause),
    troubleMs: 20,
  });
  poller.start();
  await until(() => looks === 2);
  t.same(told, [why]);
  await poller.stop();
});

t.test('stop aborts the running call and waits for it', async (t) => {
  const steps: string[] = [];
  const poller = createPoller({
    look: async (signal) => {
      await delay(50);
      steps.push(`aborted: ${signal.aborted}`);
      return 0;
    },
    onTrouble: (cause) => t.fail(String(cause)),
  });
  poller.start();
  await poller.stop();
  t.same(steps, ['aborted: true']);
});

t.test('a poller that waits does not keep Node alive', async (t) => {
  const path = JSON.stringify(join(import.meta.dirname, 'create-poller.ts'));
  const program = `import(${path}).then(({ createPoller }) =>
    createPoller({ look: async () => 600_000, onTrouble() {} }).start())`;
  const child = spawn(process.execPath, ['-e', program], { stdio: 'inherit' });
  t.same(await once(child, 'exit'), [0, null]);
});

t.test('woken again and again, it leaves others their time', async (t) => {
  let looks = 0;
  const poller = createPoller({
    look: async () => {
      looks += 1;
      poller.wake();
      return 60_000;
    },
    onTrouble: () => {},
  });
  poller.start();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await poller.stop();
  t.ok(looks > 1, `${looks} looks`);
});
