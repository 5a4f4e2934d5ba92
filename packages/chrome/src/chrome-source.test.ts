import { readFileSync } from 'node:fs';
import { getPriority, homedir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Lease } from '@tintype/core';
import { createEgress } from '@tintype/egress';
import t from 'tap';
import type { ChromeSourceOptions } from './chrome-source-options.ts';
import { createChromeSource } from './chrome-source.ts';
import { defaultCacheDir } from './find/default-cache-dir.ts';

/** A source with room for four at once and one spare. */
function openSource(
  t: { teardown(end: () => Promise<void>): void },
  more: Partial<ChromeSourceOptions> = {},
) {
  const { env, platform } = process;
  const system = { env, homedir: homedir() };
  const cacheDir = defaultCacheDir({ ...system, platform, uid: process.getuid?.() });
  const egress = createEgress();
  const source = createChromeSource({ ...system, egress, cacheDir, concurrency: 4, ...more });
  // A browser keeps no program running.
  const alive = setInterval(() => {}, 1000);
  t.teardown(async () => {
    await source.stop();
    await egress.close();
    clearInterval(alive);
  });
  const { signal } = new AbortController();
  return { source, take: () => source.acquire({ gpu: false, signal }) };
}

async function openPages({ browser }: Lease): Promise<number> {
  const { browserContextIds } = await browser.session.send('Target.getBrowserContexts');
  return browserContextIds.length;
}

t.test('the first render shares the browser with one page at most; then it fills up', async (t) => {
  const { take } = openSource(t);
  const first = await take();
  t.ok((await openPages(first)) <= 2);
  const [second, third] = await Promise.all([take(), take()]);
  t.ok((await openPages(first)) >= 3, 'who asks is not kept waiting');
  for (let attempt = 0; attempt < 100 && (await openPages(first)) < 5; attempt += 1)
    await delay(50);
  t.equal(await openPages(first), 5, 'four at once and a spare');
  for (const lease of [second, third, first]) lease.release();
  const next = await take();
  for (let attempt = 0; attempt < 100 && (await openPages(next)) !== 5; attempt += 1)
    await delay(50);
  t.equal(await openPages(next), 5);
  next.release();
});

t.test('one that was started has all its pages', async (t) => {
  const { source, take } = openSource(t);
  await source.start?.();
  const lease = await take();
  t.equal(await openPages(lease), 5);
  lease.release();
});

t.test('one that is stopped while it fills ends', async (t) => {
  const { source, take } = openSource(t);
  const lease = await take();
  lease.release();
  await source.stop();
  await t.rejects(take(), { code: 'shutting_down' });
});

const skip = process.platform !== 'linux' && 'processes are told apart in /proc';
t.test('every process of a browser has the niceness', { skip }, async (t) => {
  const { take } = openSource(t, { niceness: 7 });
  const { browser, release } = await take();
  const { processInfo } = await browser.session.send('SystemInfo.getProcessInfo');
  const expected = Math.min(19, getPriority() + 7);
  t.ok(processInfo.some(({ type }) => type === 'renderer'));
  for (const { type, id } of processInfo) {
    // Chromium gives some of its processes less than others, and none more than it was given.
    t.ok(getPriority(id) >= expected, `${type}: ${getPriority(id)}`);
    t.match(readAutogroup(id), / nice 7$/m, type);
  }
  release();
});

/** If the kernel has no autogroups, there is nothing to read. */
function readAutogroup(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/autogroup`, 'utf8');
  } catch {
    return 'none, nice 7';
  }
}
