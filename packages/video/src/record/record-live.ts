import { RenderError, resolveViewport } from '@tintype/contract';
import { callInPage } from '@tintype/core';
import { pageCode } from '../page-code.ts';
import type { PageHandle, ScreencastFrame } from '@tintype/core';
import { frameImage } from './frames/frame-grabber.ts';
import { warnOfStillness, type Recording } from './frames/record-frames.ts';
import { createResampler } from './resample.ts';
import { planScroll } from './scroll/scroll-plan.ts';
import { createScroller } from './scroll/scroller.ts';

/** Time to wait for the first image before requesting a screenshot: a still page sends none. */
const firstImageMs = 1000;
/** Chromium has been seen to send images this much too late. */
const reorderMs = 600;

const withoutFrames =
  'This browser cannot show frames on command, so the video was recorded in real time: it may jerk where the machine was busy. A headless shell records every frame exactly (tintype install-browser).';
const ofRemote =
  'A remote browser shows no frames on command, so the video was recorded in real time: it may jerk where its machine or the network was busy.';
const ofOpenPage =
  'A page that is open is recorded in real time, so the video may jerk where the machine was busy. render() records every frame exactly.';

const wholeOnly =
  'until and from_time need frames on command, so the video has its whole duration.';

function sentenceFor({ lease, needs }: PageHandle): string {
  if (!needs.frameControl) return ofOpenPage;
  return lease.browser.remote ? ofRemote : withoutFrames;
}

/** Records what a browser without frame control shows, resampled to a constant rate. */
export async function recordLive(recording: Recording): Promise<void> {
  const { page, request, total } = recording;
  if (request.omit_background) {
    throw new RenderError(
      'unsupported',
      'A video that is recorded in real time cannot be transparent. Use a headless shell (tintype install-browser), or leave out omit_background.',
    );
  }
  const format = frameImage(await recording.ready(), request.video_quality);
  const { session, deadline } = page;
  const { fps } = request;
  recording.warn(sentenceFor(page));
  if (request.until !== undefined || request.from_time > 0) recording.warn(wholeOnly);
  const scroll = await prepareLiveScroll(recording);
  let adding: Promise<void> = Promise.resolve();
  const resampler = createResampler({
    fps,
    total,
    reorderMs,
    emit(image) {
      adding = adding.then(() => recording.add(Promise.resolve(image)));
      adding.catch(() => {});
    },
  });
  const first = Promise.withResolvers<void>();
  const onFrame = ({ data, metadata, sessionId }: ScreencastFrame) => {
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
    resampler.push((metadata.timestamp ?? Date.now() / 1000) * 1000, data);
    first.resolve();
  };
  const stopListening = session.onScreencastFrame(onFrame);
  await session.send('Page.startScreencast', { ...format, everyNthFrame: 1 });
  const arrived = first.promise.then(() => true);
  if (!(await Promise.race([arrived, deadline.sleep(firstImageMs).then(() => false)]))) {
    const { data } = await session.sendForBytes('Page.captureScreenshot', format);
    resampler.push(Date.now(), data);
  }
  recording.start();
  await scroll();
  await deadline.sleep((total * 1000) / fps);
  stopListening();
  await session.send('Page.stopScreencast');
  resampler.flush();
  await adding;
}

/** The page scrolls itself along the offsets of the plan, by its own clock. */
async function prepareLiveScroll(recording: Recording): Promise<() => Promise<void>> {
  const { page, request, total } = recording;
  if (request.scenario !== 'scroll') return async () => {};
  const { deviceScaleFactor: scale } = resolveViewport(request);
  const { distancePx } = await createScroller(page, scale);
  warnOfStillness(recording, distancePx);
  const offsetAt = planScroll(request, distancePx);
  const offsets = Array.from(
    { length: total },
    (_, frame) => Math.round(offsetAt((frame * 1000) / request.fps) * scale) / scale,
  );
  return () => callInPage(page, pageCode.scrollAlong, offsets, request.fps);
}
