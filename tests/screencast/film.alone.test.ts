import { inDepth } from '@tintype/testkit';
import t from 'tap';
import { createFilmLab, darkCentre, type Frame } from './film-lab.ts';

const lab = await createFilmLab(t);
const view = { viewport_width: 400, viewport_height: 300, duration: 0.4 };
const page = (name: string, body: string) =>
  lab.server.page(`/${name}`, `<!doctype html><body style="margin:0;background:#fff">${body}`);

const seen = (frame: Frame | undefined, x: number, y: number): [number, number, number] => {
  const at = (y * (frame?.width ?? 0) + x) * 3;
  const [red = -1, green = -1, blue = -1] = frame?.data.subarray(at, at + 3) ?? [];
  return [red, green, blue];
};
/** JPEG keeps half of the colour. */
const isNear = (pixel: readonly number[], colour: readonly number[]) =>
  pixel.every((value, index) => Math.abs(value - (colour[index] ?? 0)) < 40);
const white = [255, 255, 255];
const red = [255, 0, 0];
const blue = [0, 0, 255];
const lime = [0, 255, 0];
const box = `<div style="position:absolute;left:40px;top:20px;width:100px;height:60px;background:#00f" onclick="this.style.background='#f00'"></div>`;

t.test('a page with nothing on it', async (t) => {
  const url = page('blank', '<title>Film</title>');
  const told: { frames: number; total: number }[] = [];
  const { frames, result } = await lab.film(
    { ...view, url, metadata_hash: true, metadata_icon: true },
    { onProgress: (progress) => told.push(progress) },
  );
  t.equal(frames.length, 12);
  t.match(frames[0], { width: 400, height: 300 });
  t.same(result.warnings, []);
  t.match(result, { mediaType: 'video/mp4', extension: 'mp4', kind: 'screencast' });
  t.match(result.metadata, { title: 'Film', status: 200, hash: /^[0-9a-f]{64}$/ });
  t.same(result.metadata.imageSize, { width: 400, height: 300 });
  t.same(
    told,
    Array.from({ length: 13 }, (_, frames) => ({ frames, total: 12 })),
    'progress counts every frame, once',
  );
});

t.test('media types', async (t) => {
  const url = page('types', '');
  // In the default run two of them with the recordings below: the media types of the others are in
  // the same table.
  const expected = { mov: 'video/quicktime', avi: 'video/x-msvideo', webp: 'image/webp' } as const;
  for (const [format, mediaType] of Object.entries(expected) as [keyof typeof expected, string][]) {
    if (!inDepth(t, format)) continue;
    const { result } = await lab.film({ ...view, url, format, duration: 0.05 });
    t.match(result, { mediaType, extension: format });
  }
});

t.test('a clip, at any scale', async (t) => {
  const clip = { clip_x: 40, clip_y: 20, clip_width: 101, clip_height: 61 };
  for (const device_scale_factor of [1, 2]) {
    if (device_scale_factor === 1 && !inDepth(t, 'at its own size')) continue;
    const request = { ...view, ...clip, device_scale_factor, url: page('clip', box) };
    const { frames, format } = await lab.film(request);
    const frame = frames.at(-1);
    t.match(format, { width: 101 * device_scale_factor, height: 61 * device_scale_factor });
    t.match(frame, { width: 101 * device_scale_factor, height: 61 * device_scale_factor });
    const at = (x: number, y: number) =>
      seen(frame, x * device_scale_factor, y * device_scale_factor);
    t.ok(isNear(at(3, 3), blue));
    t.ok(isNear(at(96, 56), blue));
  }
  const outside = { ...view, url: page('clip', box), clip_x: 400, clip_width: 9, clip_height: 9 };
  await t.rejects(lab.film(outside), { code: 'invalid_parameter' });
});

t.test('device_scale_factor scales the page, and a click finds its place', async (t) => {
  const url = page('scale', box);
  const { frames } = await lab.film({
    ...view,
    url,
    device_scale_factor: 2,
    click_selector: 'div',
  });
  t.match(frames[0], { width: 800, height: 600 });
  t.ok(isNear(seen(frames[0], 90, 50), red));
  t.ok(isNear(seen(frames[0], 270, 150), red));
  t.ok(isNear(seen(frames[0], 290, 170), white));
});

t.test('an odd size stays as it is', async (t) => {
  const odd = { viewport_width: 401, viewport_height: 301 };
  const url = page('odd', box);
  const { frames, result } = await lab.film({ ...view, ...odd, url, format: 'webm' });
  t.match(frames[0], { width: 401, height: 301 });
  t.match(result, { mediaType: 'video/webm', extension: 'webm' });
});

t.test('a device', async (t) => {
  const body =
    '<meta name=viewport content="width=device-width"><div style="width:100vw;height:100vh;background:#0f0">';
  const { frames, result } = await lab.film({
    url: page('device', body),
    viewport_device: 'iphone_15',
    duration: 0.1,
    format: 'gif',
  });
  t.match(result, { mediaType: 'image/gif', extension: 'gif' });
  t.match(frames[0], { width: 1179, height: 1977 });
  t.ok(isNear(seen(frames[0], 1170, 1960), lime));
});

t.test('dark mode, hidden elements, injected style', async (t) => {
  const url = page(
    'dark',
    `<style>@media (prefers-color-scheme: dark) { body { background: #00f !important } }</style><p></p>${box}`,
  );
  const { frames } = await lab.film({
    ...view,
    url,
    dark_mode: true,
    hide_selectors: ['div'],
    inject_css: 'p { position: absolute; inset: 0 300px 200px 0; background: #0f0 }',
  });
  t.ok(isNear(seen(frames.at(-1), 300, 200), blue), 'dark');
  t.ok(isNear(seen(frames.at(-1), 90, 50), lime), 'the box is hidden, and the style is there');
});

t.test('a part of the page that scrolls by itself, where the page does not', async (t) => {
  const url = page(
    'nested',
    '<div style="height:300px;overflow:auto"><div style="height:500px"></div><div style="height:40px;background:#000"></div><div style="height:760px"></div></div>',
  );
  const { frames, result } = await lab.film({
    ...view,
    url,
    scenario: 'scroll',
    duration: 0.6,
  });
  const centres = frames.map((frame) => darkCentre(frame, { column: 5 }));
  frames.forEach((_frame, index) => {
    // Evenly, to the end of the page in the last of 18 frames.
    const ideal = 520 - (1000 * index) / 17;
    if (ideal > 280 || ideal < 20) return;
    t.ok(Math.abs((centres[index] ?? NaN) - ideal) <= 1, `frame ${index}: ${centres[index]}`);
  });
  t.same(result.warnings, []);
});

t.test('a page that is no longer than the viewport says so', async (t) => {
  const { result } = await lab.film({ ...view, url: page('short', box), scenario: 'scroll' });
  t.match(result.warnings, [/no longer than the viewport/]);
});

t.test('a page with workers says so, whenever they come', async (t) => {
  const start =
    "new Worker(URL.createObjectURL(new Blob(['setInterval(() => postMessage(1), 10)'])))";
  const late = `setTimeout(() => ${start}, 150)`;
  const bodies = { both: `${start}; ${late}`, early: start, late };
  for (const [name, script] of Object.entries(bodies)) {
    // One that is missed leaves one of the two.
    if (name !== 'both' && !inDepth(t, name)) continue;
    const url = page(`workers-${name}`, `<script>${script}</script>`);
    const { result } = await lab.film({ ...view, url });
    const found = name === 'both' ? '2 workers' : 'a worker';
    t.match(result.warnings, [new RegExp(`^The page has ${found}: timers .* go by real time`)]);
    t.equal(result.warnings.length, 1);
  }
});

t.test('a background that blends is in each frame as far as its time', async (t) => {
  const url = lab.server.page(
    '/blend',
    `<!doctype html><style>@keyframes blend{to{background:#fff}}</style><body style="background:#000;animation:blend 4s linear">`,
  );
  // A second of it: what is some steps behind is seen.
  const { frames } = await lab.film({ ...view, url, duration: 1 });
  t.equal(frames.length, 30);
  const greys = frames.map((frame) => seen(frame, 200, 150)[0]);
  const [first = NaN] = greys;
  t.ok(first < 100, `it begins with ${first}`);
  for (const [index, grey] of greys.entries()) {
    const expected = first + (index * 255) / 4 / 30;
    t.ok(Math.abs(grey - expected) <= 4, `frame ${index}: ${grey}, expected ${expected}`);
  }
});
