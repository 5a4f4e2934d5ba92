import type { ScreencastRequest } from '@tintype/contract';
import { resolveViewport } from '@tintype/contract';
import type { PageHandle } from '@tintype/core';
import { stopClock } from './frame-clock.ts';
import { frameImage, grabByScreenshot } from './frame-grabber.ts';
import { startScreencast, grabByScreencast } from './grab-by-screencast.ts';
import { fastestUnevenFps } from './uneven-display.ts';
import { planScroll } from '../scroll/scroll-plan.ts';
import { createScroller } from '../scroll/scroller.ts';
import { watchPlayers } from '../watch/watch-players.ts';
import { createEnd } from '../until/create-end.ts';
import { watchWorkers } from '../watch/watch-workers.ts';

/** Parts of a recording of either kind. */
export interface Recording {
  page: PageHandle;
  request: ScreencastRequest;
  /** Frames of the video. */
  total: number;
  /** Waits until the encoder accepts images. Returns the format they must have. */
  ready(): Promise<'jpeg' | 'png'>;
  /** Starts the time limit of the recording, once the page has shown something. */
  start(): void;
  /** Adds the next frame; undefined if it equals the one before, never for the first. */
  add(image: Promise<Uint8Array | undefined>): Promise<void>;
  warn(message: string): void;
}

/** Frames before the first one: timers need some to come into step, players four at 30 fps. */
const leadInOf = (fps: number, isPlaying: boolean) =>
  Math.min(isPlaying ? 4 : 1, Math.round(fps / 8));

/** Records frame by frame in virtual time, however long a frame takes. */
export async function recordFrames(recording: Recording): Promise<void> {
  const { page, request, total } = recording;
  const { fps } = request;
  const scrollTo = await prepareScroll(recording);
  const image = frameImage(await recording.ready(), request.video_quality);
  page.deadline.activity = 'taking over the clock of the page';
  await page.deadline.race(takeOver(page));
  const workers = watchWorkers(page, recording.warn);
  const [players] = await Promise.all([watchPlayers(page), workers.look()]);
  const isPlaying = players.found;
  const isQuick = image.format === 'jpeg' && fps <= fastestUnevenFps && !isPlaying;
  const screencast = isQuick ? await startScreencast(page, image) : undefined;
  if (!screencast) await players.stop();
  const skipped = Math.round(request.from_time * fps);
  const leadIn = leadInOf(fps, isPlaying) + skipped;
  const clock = await stopClock(page, fps, leadIn);
  const options = { page, clock, image };
  const grabber = screencast
    ? grabByScreencast(options, { fps, screencast, players })
    : grabByScreenshot(options);
  const isOver = createEnd(page, request);
  for (let frame = isPlaying ? Math.min(0, 1 - leadIn) : -skipped; frame < total; frame += 1) {
    await clock.advanceTo(frame);
    await scrollTo(Math.max(0, frame));
    const shown = await grabber.show(frame);
    recording.start();
    if (frame < 0) continue;
    await recording.add(shown.image);
    if (await isOver?.()) break;
    if (isOver && frame === total - 1) recording.warn(tooShort(request));
  }
  await grabber.stop();
  await workers.look();
}

function tooShort({ until = '', duration }: ScreencastRequest): string {
  return `until: ${JSON.stringify(until.slice(0, 100))} did not become true within the duration of ${duration} s.`;
}

async function takeOver({ lease }: PageHandle): Promise<void> {
  if (!lease.frameControl) throw new TypeError('a page without frame control');
  await lease.frameControl.takeOver();
}

/** Puts the page where the scenario wants it to be at a frame. */
async function prepareScroll(recording: Recording): Promise<(frame: number) => Promise<void>> {
  const { page, request } = recording;
  if (request.scenario !== 'scroll') return async () => {};
  page.deadline.activity = 'measuring how far the page scrolls';
  const scroller = await createScroller(page, resolveViewport(request).deviceScaleFactor);
  warnOfStillness(recording, scroller.distancePx);
  const offsetAt = planScroll(request, scroller.distancePx);
  return (frame) => scroller.scrollTo(offsetAt((frame * 1000) / request.fps));
}

/** Warns if a page that must be scrolled has nothing to scroll. */
export function warnOfStillness({ warn }: Recording, distancePx: number): void {
  if (distancePx === 0)
    warn('scenario scroll: the page is no longer than the viewport, so it stands still.');
}
