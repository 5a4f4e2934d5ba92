import { until } from '@tintype/testkit/until';
import t, { type Test } from 'tap';
import { readEnvironment } from '../environment.ts';
import { readSettings } from './settings/read-settings.ts';
import { startEngine } from './start-engine.ts';

async function start(t: Test, flags: Record<string, string[]> = {}) {
  const { config } = await readSettings({ flags, variables: {}, cwd: t.testdirName });
  const engine = startEngine(config, readEnvironment());
  // A browser keeps no program alive.
  const alive = setInterval(() => {}, 1_000);
  t.teardown(async () => {
    await engine.stop();
    clearInterval(alive);
  });
  return engine;
}

t.test('starts a browser, and gives its first page to the first render', async (t) => {
  const { source, stop } = await start(t, { concurrency: ['1'] });
  await until(() => source?.browsers !== 0);
  const { signal } = new AbortController();
  const [first, second] = await Promise.all(
    [1, 2].map(async () => source?.acquire({ gpu: false, signal })),
  );
  t.not(first, second, 'the next one gets another page');
  t.equal(source?.browsers, 1);
  first?.release();
  second?.release();
  await stop();
  t.equal(source?.browsers, 0);
});

t.test('starts no browser if there are remote ones', async (t) => {
  const browsers = ['ws://browser.example:9222'];
  const { source } = await start(t, { browsers });
  t.equal(source, undefined);
});
