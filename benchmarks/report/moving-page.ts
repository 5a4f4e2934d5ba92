import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const size = { width: 1280, height: 720 };

/** Speed of the bar, in pixels a second. */
const speed = 300;

const words = 'What silver does in the light, and how long it stays. '.repeat(40);

/**
 * A bar that moves evenly over a page with text. It follows the clock of the page, or HyperFrames:
 * its compositions have a timeline that is set to a time.
 */
export function movingPage(seconds: number, isComposition: boolean): string {
  const clip = (track: number) =>
    `class="clip" data-start="0" data-duration="${seconds}" data-track-index="${track}"`;
  const composed = `
let at = 0;
const tell = (value) => value === undefined ? at : (show(at = value), timeline);
const timeline = { pause: (value) => (value === undefined || tell(value), timeline), play: () => timeline, seek: tell, time: tell, totalTime: tell,
  paused: () => true, progress: (part) => tell(part === undefined ? undefined : part * ${seconds}), duration: () => ${seconds}, totalDuration: () => ${seconds},
  timeScale: () => timeline, getChildren: () => [], kill() {} };
window.__timelines = { ...window.__timelines, main: timeline };
show(0);`;
  const live = `
let first;
requestAnimationFrame(function draw(now) { show((now - (first ??= now)) / 1000); requestAnimationFrame(draw) });`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=${size.width}, height=${size.height}"><title>Moving</title><style>
html, body { margin: 0; width: ${size.width}px; height: ${size.height}px; overflow: hidden; background: #fff }
#root { position: relative; width: 100%; height: 100%; overflow: hidden }
#bar { position: absolute; left: 0; top: 0; width: 40px; height: 80px; background: #000 }
p { position: absolute; top: 100px; left: 40px; width: 1200px; font: 16px/1.5 sans-serif }
</style></head><body>
<div id="root" data-composition-id="main" data-start="0" data-duration="${seconds}" data-width="${size.width}" data-height="${size.height}">
<div id="bar" ${clip(0)}></div><p ${clip(1)}>${words}</p></div>
<script>const show = (seconds) => { document.getElementById('bar').style.transform = 'translateX(' + seconds * ${speed} + 'px)' };${isComposition ? composed : live}
</script></body></html>`;
}

export async function serveMovingPage(seconds: number) {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(movingPage(seconds, false));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}

export interface Motion {
  has: number;
  framesPerSecond: number;
  /** Frames that stand as far behind the one before as they should. */
  even: number;
}

/** Looks at each frame: one line of pixels tells where the bar is. */
export async function readMotion(file: string): Promise<Motion> {
  const ffmpeg = spawn('ffmpeg', [
    '-i',
    file,
    ...'-fps_mode passthrough -vf crop=iw:2:0:40,format=gray -f rawvideo -'.split(' '),
  ]);
  const pieces: Buffer[] = [];
  let told = '';
  ffmpeg.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  ffmpeg.stderr.on('data', (piece: Buffer) => (told += piece.toString()));
  await once(ffmpeg, 'close');
  const framesPerSecond = Number(/, ([\d.]+) fps/.exec(told)?.[1]);
  const pixels = Buffer.concat(pieces);
  const frameBytes = size.width * 2;
  const places = Array.from({ length: Math.floor(pixels.length / frameBytes) }, (_, frame) =>
    pixels.subarray(frame * frameBytes, frame * frameBytes + size.width).findIndex((p) => p < 128),
  );
  const wanted = speed / framesPerSecond;
  const even = places.filter(
    (place, frame) =>
      frame > 0 && place > 0 && Math.abs(place - places[frame - 1]! - wanted) <= 1.5,
  ).length;
  return { has: places.length, framesPerSecond, even };
}
