import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createChromeSource } from '@tintype/chrome';
import type { ScreencastInput } from '@tintype/contract';
import { createRenderer } from '@tintype/core';
import { createEgress } from '@tintype/egress';
import {
  closeWith,
  createFixtureServer,
  descendants,
  inDepth,
  type ProcessInfo,
  readProcess,
} from '@tintype/testkit';
import { createVideo, type EncoderKind } from '@tintype/video';
import { createEncoders } from '@tintype/video/encoders';
import t, { type Test } from 'tap';
import { browserOptions } from '../browser-options.ts';
import { withoutFfmpeg } from '../video/probe-video.ts';

const skip = process.platform !== 'linux' && 'processes are counted in /proc';
const server = await createFixtureServer(t);
const url = server.page(
  '/moving',
  `<!doctype html><div style="width:20px;height:20px;background:#000;animation:m 20s linear"></div>
<style>@keyframes m { to { transform: translateX(4000px) } }</style>`,
);

const profiles = () =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`tintype-${process.pid}-`));

interface Lab {
  /** Records until it ends, or is ended. */
  film(signal?: AbortSignal, onFrame?: (frames: number) => void): Promise<unknown>;
  /** Stops, and checks immediately that nothing is left. */
  assertNothingLeft(t: Test): Promise<void>;
  /** Remembers the processes that run now; gives those of the program. */
  note(program: RegExp): ProcessInfo[];
}

function openLab(t: Test, use: EncoderKind, format: ScreencastInput['format']): Lab {
  const tempDir = mkdtempSync(join(tmpdir(), 'left-behind-'));
  t.teardown(() => rmSync(tempDir, { recursive: true, force: true }));
  const egress = closeWith(t, createEgress({ allow: ['127.0.0.1'] }));
  const { env } = process;
  const source = createChromeSource({ ...browserOptions(), egress, concurrency: 2, spares: 0 });
  const renderer = createRenderer({
    source,
    plugins: [createVideo({ encoders: async () => createEncoders({ env, tempDir, use: [use] }) })],
  });
  t.teardown(() => renderer.stop());
  const known = new Set<number>();
  return {
    film: (signal, onFrame) =>
      renderer.render(
        {
          kind: 'screencast',
          url,
          duration: 0.5,
          viewport_width: 200,
          viewport_height: 100,
          format,
        },
        {
          ...(signal ? { signal } : {}),
          onProgress: ({ frames }) => onFrame?.(frames),
        },
      ),
    note(program) {
      const processes = descendants();
      for (const { pid } of processes) known.add(pid);
      return processes.filter(({ path }) => program.test(path));
    },
    async assertNothingLeft(t) {
      await renderer.stop();
      const left = (processes: readonly (ProcessInfo | undefined)[]) =>
        processes.flatMap((info) => (info?.runs ? info.path : []));
      t.same(left([...known].map(readProcess)), [], 'no process');
      t.same(left(descendants()), [], 'no process that came later');
      t.same(profiles(), [], 'no profile');
      t.same(readdirSync(tempDir), [], 'no temporary file');
    },
  };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code }: { code?: string }) => code,
  );
const encoders = [
  ['ffmpeg', 'mp4'],
  ['ffmpeg', 'gif'],
  ['WebCodecs', 'mp4'],
] as const;

for (const [use, format] of encoders) {
  // How a process of ffmpeg ends does not depend on what it writes.
  if (format === 'gif' && !inDepth(t, format)) continue;
  const skipEncoder = skip || (use === 'ffmpeg' && withoutFfmpeg);
  t.test(
    `${format} by ${use}: nothing is left of a recording`,
    { skip: skipEncoder },
    async (t) => {
      const lab = openLab(t, use, format);
      let seen: ProcessInfo[] = [];
      const done = codeOf(
        lab.film(undefined, (frames) => frames === 5 && (seen = lab.note(/chrom|ffmpeg/))),
      );
      t.equal(await done, 'done');
      t.ok(seen.length > 1, `${seen.length} processes while it recorded`);
      const stop = new AbortController();
      const cancelled = lab.film(stop.signal, (frames) => {
        if (frames !== 5) return;
        lab.note(/./);
        stop.abort();
      });
      t.equal(await codeOf(cancelled), 'cancelled');
      await lab.assertNothingLeft(t);
    },
  );

  // Of an encoder that is a page of the browser nothing can be left.
  if (use === 'WebCodecs' && !withoutFfmpeg && !inDepth(t, `${use} and a browser that was killed`))
    continue;
  t.test(
    `${format} by ${use}: nothing is left of a killed browser`,
    { skip: skipEncoder },
    async (t) => {
      const lab = openLab(t, use, format);
      const killed = new Set<number>();
      const work = lab.film(undefined, (frames) => {
        if (frames !== 5) return;
        const browsers = lab.note(/chrom/).filter(({ parent }) => parent === process.pid);
        for (const { pid } of browsers) {
          killed.add(pid);
          process.kill(pid, 'SIGKILL');
        }
      });
      t.equal(await codeOf(work), 'browser_lost');
      t.equal(killed.size, 3, 'it was begun again twice');
      await lab.assertNothingLeft(t);
    },
  );
}

t.test('nothing is left of a browser that was still starting', { skip }, async (t) => {
  for (const afterMs of [30, 120, 300]) {
    if (afterMs !== 120 && !inDepth(t, `after ${afterMs} ms`)) continue;
    const lab = openLab(t, 'WebCodecs', 'mp4');
    const stop = new AbortController();
    const work = codeOf(lab.film(stop.signal));
    await delay(afterMs);
    lab.note(/./);
    stop.abort();
    t.equal(await work, 'cancelled');
    await lab.assertNothingLeft(t);
  }
});
