import { figures } from './measure-stills.ts';
import { readMotion, type Motion } from './moving-page.ts';
import type { VideoFigures } from './report-data.ts';
import type { Recorder, Take } from './video-peers.ts';

/**
 * Runs the recorders in turn; each video is checked frame by frame, and the best of its rounds
 * counts.
 */
export async function measureVideos(
  recorders: readonly Recorder[],
  take: Take,
  rounds: number,
): Promise<VideoFigures[]> {
  const made = new Map(recorders.map((recorder) => [recorder, [] as (Motion & { s: number })[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [recorder, list] of made) {
      const target = `${take.target}-${recorder.name.replaceAll(/\W+/g, '-')}-${round}`;
      const startedAt = performance.now();
      const file = await recorder.record({ ...take, target });
      const s = (performance.now() - startedAt) / 1000 / take.seconds;
      list.push({ ...(await readMotion(file)), s });
    }
  }
  return [...made].map(([{ name }, list]) => {
    const best = list.reduce((one, other) => (other.even > one.even ? other : one));
    const frames = Math.round(take.seconds * best.framesPerSecond);
    return {
      name,
      // The first frame has none before it.
      right: Math.min(best.even + 1, frames),
      frames,
      has: best.has,
      framesPerSecond: best.framesPerSecond,
      seconds: figures(list.map(({ s }) => s)),
    };
  });
}
