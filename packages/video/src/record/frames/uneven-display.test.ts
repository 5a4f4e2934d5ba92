import t from 'tap';
import { fastestUnevenFps, showUnevenly } from './uneven-display.ts';

/** As `stopClock` gives them: in whole microseconds. */
const evenTicks = (fps: number) => (frame: number) => ({
  frameTimeTicks: 1000 + Math.round((frame * 1_000_000) / fps) / 1000,
  interval: 1000 / fps,
});

t.test('frames come in short runs with pauses between, at every rate', async (t) => {
  for (let fps = 12; fps <= fastestUnevenFps; fps += 1) {
    const ticks = evenTicks(fps);
    const clock = showUnevenly({ advanceTo: async () => {}, ticks }, fps);
    // From ten seconds before the video.
    const numbers = Array.from({ length: fps * 30 }, (_, index) => index - fps * 10);
    const frames = numbers.map((frame) => clock.ticks(frame));
    const moments = frames.map(({ frameTimeTicks }) => frameTimeTicks);
    const evenMoments = numbers.map((frame) => ticks(frame).frameTimeTicks);
    t.ok(moments.join() === evenMoments.join(), `${fps} fps: what they show stays as it is`);
    const shown = frames.map(({ frameTimeTicks, interval }) => frameTimeTicks + interval);
    const apart = shown.slice(1).map((at, index) => at - (shown[index] ?? NaN));
    // Chromium captures no frame before that.
    t.ok(Math.min(...apart) > 10.5, `${fps} fps: at least ${Math.min(...apart)} ms apart`);
    const pauses = shown.filter((_, index) => (apart[index - 1] ?? 0) >= 250);
    const runs = pauses.map((at, index) => at - (pauses[index - 1] ?? shown[0] ?? NaN));
    t.ok(pauses.length >= 29, `${fps} fps: ${pauses.length} pauses`);
    t.ok(Math.max(...runs) < 1000, `${fps} fps: no run and its pause take ${Math.max(...runs)} ms`);
  }
});

t.test('so few frames that Chromium sees no animation in them', async (t) => {
  const clock = { advanceTo: async () => {}, ticks: evenTicks(11) };
  t.equal(showUnevenly(clock, 11).ticks, clock.ticks);
});
