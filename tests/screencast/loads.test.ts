import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import t from 'tap';
import { createFilmLab } from './film-lab.ts';

const lab = await createFilmLab(t);
const size = { width: 640, height: 64 };
const image = await sharp({ create: { ...size, channels: 3, background: '#f00' } })
  .png()
  .toBuffer();

/** Returns the first frame that shows an image which a script adds after 200 ms of the recording. */
async function firstShown(name: string, delayMs: number, more = ''): Promise<number> {
  const src = lab.server.route(`/${name}.png`, async (_request, response) => {
    await sleep(delayMs);
    response.setHeader('content-type', 'image/png');
    response.end(image);
  });
  const insert = `document.body.insertAdjacentHTML('afterbegin', '<img src="${src}">')`;
  const { frames } = await lab.film({
    url: lab.server.page(`/${name}`, `<!doctype html><body style="margin:0">${more}`),
    wait_for_function: `() => setTimeout(() => ${insert}, 200)`,
    fps: 30,
    duration: 0.8,
    viewport_width: size.width,
    viewport_height: size.height,
  });
  return frames.findIndex(({ data: [red = 0, green = 255] }) => red > 200 && green < 60);
}

t.test('an image that a script adds is there in the same frame on a slow network', async (t) => {
  const [fast, slow] = [await firstShown('fast', 0), await firstShown('slow', 800)];
  t.ok(fast > 0, `on a fast one in frame ${fast}`);
  t.ok(Math.abs(slow - fast) <= 2, `on a slow one in frame ${slow}`);
});

t.test('a connection that never ends does not stop a recording', async (t) => {
  const hanging = lab.server.route('/hanging', () => {});
  const script = `<script>new EventSource('${hanging}'); fetch('${hanging}');</script>`;
  const shown = await firstShown('beside', 0, script);
  t.ok(shown > 0, `the image is there from frame ${shown} on`);
});
