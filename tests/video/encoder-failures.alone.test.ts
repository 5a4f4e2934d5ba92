import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { RenderError } from '@tintype/contract';
import { descendants, inDepth, until } from '@tintype/testkit';
import type { EncoderKind, FrameFormat, VideoEncoder } from '@tintype/video';
import { createEncoders } from '@tintype/video/encoders';
import t, { type Test } from 'tap';
import { createEncoderLab, numberedVideo, ways } from './encoder-lab.ts';
import { noisy, numbered, padded } from './images.ts';
import { probeVideo, withoutFfmpeg } from './probe-video.ts';

const lab = await createEncoderLab(t);
const size = { width: 640, height: 480 };
/** A few megabytes together: more than any pipe holds. */
const noise = await noisy(size.width, size.height);
/** As long, and quick to encode. */
const tiny = { width: 64, height: 48 };
const long = padded(await numbered(tiny.width, tiny.height, 1, 'jpeg'), noise.byteLength);
/** For cases that are repeated for each format. */
const small = { width: 320, height: 240 };
/** Images that no encoder makes small, as each is another. */
const others = await Promise.all(Array.from({ length: 3 }, () => noisy(small.width, small.height)));
const [smallNoise = noise] = others;
const isLinux = process.platform === 'linux';

/** Processes that this one started and that are ffmpeg. */
const ffmpegPids = () =>
  (isLinux ? descendants() : [])
    .filter(({ parent, path, runs }) => parent === process.pid && path.endsWith('ffmpeg') && runs)
    .map(({ pid }) => pid);

/** A page beside those of the encoders. */
const watching = await lab.source.acquire({ gpu: false, signal: new AbortController().signal });
t.teardown(() => watching.release());

/** Pages of encoders that are still open in the browser. */
async function openPages(): Promise<string[]> {
  const { targetInfos } = await watching.browser.session.send('Target.getTargets');
  return targetInfos.map(({ url }) => url).filter((url) => url.includes('tintype.localhost'));
}

async function isClean(): Promise<boolean> {
  const [files, pages] = await Promise.all([lab.leftovers(), openPages()]);
  return files.length === 0 && pages.length === 0 && ffmpegPids().length === 0;
}

/** Closing a page goes on behind the call that asks for it. */
const becomesClean = () => until(isClean);

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Writes noise until it fails, at most `count` images. */
async function pour(encoder: VideoEncoder, count: number, image = noise): Promise<void> {
  for (let done = 0; done < count; done += 1) await encoder.write(image, 1);
}

/** One way in which a video comes to nothing. */
type Failure = (t: Test, kind: EncoderKind, frames: FrameFormat) => Promise<void>;

const failures: readonly Failure[] = [
  async (t, kind, frames) => {
    const aborted = await lab.open(kind, frames);
    await pour(aborted, 3, smallNoise);
    await aborted.abort();
    await aborted.abort();
    t.ok(await becomesClean(), 'an abort leaves no file, process or page');
    const failure = await failureOf(aborted.write(smallNoise, 1));
    t.type(failure, RenderError, 'and nothing can be written');
  },
  async (t, kind, frames) => {
    const controller = new AbortController();
    const signalled = await lab.open(kind, frames, controller.signal);
    await signalled.write(smallNoise, 1);
    const reason = new RenderError('cancelled');
    const pouring = failureOf(pour(signalled, 10_000, smallNoise));
    controller.abort(reason);
    t.equal(await pouring, reason, 'a signal ends it with its own reason, at whatever it is');
    t.equal(await failureOf(signalled.close()), reason);
    t.ok(await becomesClean(), 'and leaves nothing');
  },
  async (t, kind, frames) => {
    const poisoned = await lab.open(kind, frames);
    await poisoned.write(smallNoise, 1);
    const broken = Buffer.concat([smallNoise.subarray(0, 4), Buffer.alloc(5000, 7)]);
    const failure = await failureOf(
      (async () => {
        await poisoned.write(broken, 1);
        await pour(poisoned, 3, smallNoise);
        await poisoned.close();
      })(),
    );
    t.match(failure, { code: 'internal', message: new RegExp(`${kind} failed`) });
    t.ok((failure as Error).cause instanceof Error, 'what happened is in the cause');
    await poisoned.abort();
    t.ok(await becomesClean(), 'a failed one leaves nothing');
  },
  async (t, kind, frames) => {
    const large = await lab.open(kind, frames, undefined, 20_000);
    const refused = await failureOf(
      (async () => {
        for (const image of others) await large.write(image, 1);
        await large.close();
      })(),
    );
    const message = /larger than 0.02 MB\. Set a smaller viewport/;
    t.match(refused, { code: 'image_too_large', message }, 'a file without a bound ends');
    await large.abort();
    t.ok(await becomesClean(), 'and leaves nothing');
  },
  async (t, kind, frames) => {
    const empty = await lab.open(kind, frames);
    t.match(await failureOf(empty.close()), { code: 'internal' }, 'no frame, no video');
    await empty.abort();
    t.ok(await becomesClean(), 'nor anything else');
  },
];

for (const { kind, formats } of ways) {
  for (const [at, format] of formats.entries()) {
    // The first format of a kind fails in each way, the others in every other one.
    if (at > 0 && !inDepth(t, `${format} by ${kind}`)) continue;
    const skip = kind === 'ffmpeg' && withoutFfmpeg;
    t.test(`${format} by ${kind}`, { skip }, async (t) => {
      const wanted = failures.filter((_, way) => at === 0 || (at + way) % 2 === 0);
      // An encoder inside this process has nothing to leave behind but what it is given.
      const isOutside = kind === 'ffmpeg' || kind === 'WebCodecs';
      for (const [nth, fail] of wanted.entries())
        if (isOutside || nth % 2 === 0 || inDepth(t, `${format} by ${kind}: ${nth}`))
          await fail(t, kind, { ...small, fps: 30, format });
    });
  }
}

const skip = withoutFfmpeg || (!isLinux && 'processes are found in /proc');

t.test('ffmpeg that is killed', { skip }, async (t) => {
  const encoder = await lab.open('ffmpeg', { ...size, fps: 30, format: 'mp4' });
  await encoder.write(noise, 1);
  const [pid = 0] = ffmpegPids();
  process.kill(pid, 'SIGKILL');
  const failure = await failureOf(pour(encoder, 1000));
  t.match(failure, { code: 'internal', cause: { message: /SIGKILL/ } });
  t.ok(await becomesClean());
});

t.test('a program that ends in the middle of a video', { skip }, async (t) => {
  const script = `
    const { createEncoders } = await import(${JSON.stringify(import.meta.resolve('@tintype/video/encoders'))});
    const { env, argv } = process;
    const encoders = createEncoders({ env, tempDir: argv.at(-1), use: ['ffmpeg'] });
    const { signal } = new AbortController();
    const encoder = await encoders.open({ width: 640, height: 480, fps: 30, format: 'mp4' }, { signal });
    await encoder.write(Buffer.from('${noise.toString('base64')}', 'base64'), 1);
    const { readdirSync } = await import('node:fs');
    process.stdout.write(String(readdirSync(argv.at(-1)).length), () => process.exit());`;
  const child = spawn(process.execPath, ['--conditions=@tintype/source', '-', lab.tempDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(script);
  const [count] = (await once(child.stdout, 'data')) as [Buffer];
  t.equal(count.toString(), '1');
  if (child.exitCode === null) await once(child, 'exit');
  t.same(await lab.leftovers(), [], 'its folder goes with it');
});

t.test('ffmpeg that does not take more holds up, and loses nothing', { skip }, async (t) => {
  const encoder = await lab.open('ffmpeg', { ...tiny, fps: 30, format: 'mp4' });
  await encoder.write(long, 1);
  const [pid = 0] = ffmpegPids();
  process.kill(pid, 'SIGSTOP');
  let written = 1;
  const pouring = (async () => {
    for (; written < 60; written += 1) await encoder.write(long, 1);
  })();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  t.ok(written * long.byteLength < 2 ** 20, `${written} images were taken meanwhile`);
  process.kill(pid, 'SIGCONT');
  await pouring;
  const info = await probeVideo(Buffer.from(await encoder.close()));
  t.equal(info.times.length, 60);
});

t.test('a page that is busy holds up, and loses nothing', async (t) => {
  const encoder = await lab.open('WebCodecs', { ...tiny, fps: 30, format: 'webm' });
  await encoder.write(long, 1);
  const { network, session } = lab.leases.at(-1)!;
  const body = new PassThrough();
  const begun = new Promise<void>((resolve) =>
    network.serve('slow.localhost', () => {
      resolve();
      return { status: 200, headers: { 'access-control-allow-origin': '*' }, body };
    }),
  );
  const expression = `
    const request = new XMLHttpRequest();
    request.open('GET', 'http://slow.localhost/', false);
    request.send();`;
  const busy = session.send('Runtime.evaluate', { expression });
  await begun;
  // More than twice what connections hold.
  const count = 100;
  let written = 1;
  const pouring = (async () => {
    for (; written < count; written += 1) await encoder.write(long, 1);
  })();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  t.ok(written < count, `${written} images were taken meanwhile`);
  body.end();
  await Promise.all([busy, pouring]);
  const file = Buffer.from(await encoder.close());
  if (!withoutFfmpeg) t.equal((await probeVideo(file)).times.length, count);
});

t.test('a page that crashes', async (t) => {
  const encoder = await lab.open('WebCodecs', { ...size, fps: 30, format: 'webm' });
  await encoder.write(noise, 1);
  lab.leases
    .at(-1)!
    .session.send('Page.crash')
    .catch(() => {});
  const failure = await failureOf(pour(encoder, 10_000));
  t.match(failure, { code: 'internal', message: /WebCodecs failed/ });
  t.ok(await becomesClean());
});

const withoutMemory = isLinux ? withoutFfmpeg : 'the memory of a process is read on Linux';
t.test('a WebP that ffmpeg has in memory is bounded', { skip: withoutMemory }, async (t) => {
  const frames = { ...small, fps: 30, format: 'webp', quality: 100 } as const;
  const encoder = await lab.open('ffmpeg', frames, undefined, 2_000_000);
  const most = 300;
  let written = 0;
  const refused = await failureOf(
    (async () => {
      for (; written < most; written += 1) await encoder.write(others[written % 3]!, 1);
    })(),
  );
  t.match(refused, { code: 'image_too_large' });
  t.ok(written < most, `after ${written} images`);
  t.ok(await becomesClean());
});

t.test('nothing that could encode', async (t) => {
  const { signal } = new AbortController();
  const none = createEncoders({
    env: { PATH: lab.tempDir },
    tempDir: lab.tempDir,
    use: ['ffmpeg'],
  });
  const failure = await failureOf(none.open({ ...size, fps: 30, format: 'avi' }, { signal }));
  t.match(failure, { code: 'unsupported', message: /no ffmpeg in PATH.*Install ffmpeg/ });
  t.match(await none.describe(), { avi: { encoder: 'none', note: /no ffmpeg in PATH/ } });
});

t.test('without ffmpeg', async (t) => {
  const bare = createEncoders({ env: {}, tempDir: lab.tempDir });
  const browser = (signal: AbortSignal) => lab.source.acquire({ gpu: false, signal });
  const note = /no ffmpeg in PATH/;
  t.match(await bare.describe(browser), {
    mp4: { encoder: 'WebCodecs', note },
    mov: { encoder: 'WebCodecs', note },
    webm: { encoder: 'WebCodecs', note, isTransparent: false },
    avi: { encoder: 'ffmpeg.wasm', note },
    gif: { encoder: 'sharp', note, isTransparent: true },
    webp: { encoder: 'sharp', note },
  });
  for (const format of ['mp4', 'mov', 'webm', 'avi', 'gif', 'webp'] as const) {
    // One of each encoder in the default run.
    if (!['mp4', 'avi', 'gif'].includes(format) && !inDepth(t, format)) continue;
    const frames = { ...small, fps: 30, format };
    const encoder = await bare.open(frames, { signal: new AbortController().signal, browser });
    t.ok((await numberedVideo(encoder, frames)).byteLength > 500, `${format} by ${encoder.name}`);
  }
  t.ok(await becomesClean());
});

t.test('with ffmpeg', { skip: withoutFfmpeg }, async (t) => {
  const all = createEncoders({ env: process.env, tempDir: lab.tempDir });
  const { mp4, gif, webm } = await all.describe();
  t.ok(gif.isTransparent && webm.isTransparent && !mp4.isTransparent);
  t.match(mp4, { encoder: /^ffmpeg \S+$/, codec: /264|videotoolbox/ });
  t.match(gif, { encoder: /^ffmpeg \S+$/, codec: 'gif' });
  t.same(await lab.leftovers(), [], 'trying leaves nothing');
  const image = await numbered(64, 48, 1, 'jpeg');
  const frames = { width: 64, height: 48, fps: 1, format: 'mp4' } as const;
  const encoder = await all.open(frames, { signal: new AbortController().signal });
  await encoder.write(image, 1);
  const info = await probeVideo(Buffer.from(await encoder.close()));
  t.same(info.times, [0], 'one frame is a video');
});
