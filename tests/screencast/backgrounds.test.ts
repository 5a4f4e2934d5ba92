import { COLOURS, inDepth, solidImage } from '@tintype/testkit';
import t from 'tap';
import { createFilmLab, type Frame } from './film-lab.ts';

// Chromium animates the colours of backgrounds in its compositor, and could wait for ever for a frame of one.

const view = { viewport_width: 400, viewport_height: 300, timeout: 10 };
const lab = await createFilmLab(t, { recordings: 2, concurrency: 4 });

/** The colour in the middle of the frame. */
function middle({ width, height, data }: Frame): [number, number, number] {
  const at = ((height >> 1) * width + (width >> 1)) * 3;
  return [data[at] ?? NaN, data[at + 1] ?? NaN, data[at + 2] ?? NaN];
}

t.test('an image that is the document', async (t) => {
  // Chromium's own page around an image blends its background in as the image comes.
  const image = await solidImage(COLOURS.blue, 900, 700);
  const films = Array.from({ length: inDepth(t, 'four more') ? 8 : 4 }, (_, index) =>
    lab.film({
      ...view,
      url: lab.server.file(`/picture-${index}.png`, 'image/png', image),
      duration: 0.5,
    }),
  );
  for (const { frames } of await Promise.all(films)) {
    t.equal(frames.length, 15);
    const [red, green, blue] = middle(frames.at(-1) as Frame);
    t.ok(red < 10 && green < 10 && blue > 245, `${red},${green},${blue}`);
  }
});

t.test('backgrounds that begin to blend all the time', async (t) => {
  const url = lab.server.page(
    '/blending',
    `<!doctype html><style>div{height:100px;background:red;transition:background-color .3s}div.x{background:blue}</style>
<div></div><div></div><script>setInterval(() => document.querySelectorAll('div').forEach((div) => div.classList.toggle('x')), 120)</script>`,
  );
  const films = Array.from({ length: inDepth(t, 'four more') ? 8 : 4 }, () =>
    lab.film({ ...view, url, duration: 0.5 }),
  );
  for (const { frames } of await Promise.all(films)) t.equal(frames.length, 15);
});

t.test('a background that blends is in each frame as far as its time', async (t) => {
  const url = lab.server.page(
    '/blend',
    `<!doctype html><style>@keyframes blend{to{background:#fff}}</style><body style="background:#000;animation:blend 4s linear">`,
  );
  const { frames } = await lab.film({ ...view, url, duration: 1 });
  const greys = frames.map((frame) => middle(frame)[0]);
  const [first = NaN] = greys;
  t.ok(first < 100, `it begins with ${first}`);
  for (const [index, grey] of greys.entries()) {
    const expected = first + (index * 255) / 4 / 30;
    t.ok(Math.abs(grey - expected) <= 4, `frame ${index}: ${grey}, expected ${expected}`);
  }
});
