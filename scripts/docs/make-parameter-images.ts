/**
 * Renders a page without and with each parameter that shows into `docs/parameters/`, an image each:
 * `npm run docs:parameters`. `-- NAME...` renders these alone.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { createRenderer, type ScreenshotInput } from 'tintype';

type Parameters = Partial<ScreenshotInput>;

const target = join(import.meta.dirname, '../../docs/parameters');
const html = await readFile(join(import.meta.dirname, 'shown-page.html'), 'utf8');
const maxBytes = 15_000;
const maxTotalBytes = 350_000;

/** Size of each of the two images at most, in px, and the distance between them. */
const box = { width: 320, height: 240 };
const gap = 16;

/** Parameters of the image with each; `both` are also those of the image without it. */
const shown: Readonly<Record<string, { with: Parameters; both?: Parameters }>> = {
  animations: { with: { animations: 'allow' } },
  blur_selectors: { with: { blur_selectors: ['#price'] } },
  click_selector: { with: { click_selector: 'button' } },
  clip_x: { with: { clip_x: 24, clip_y: 180, clip_width: 420, clip_height: 160 } },
  dark_mode: { with: { dark_mode: true } },
  device_scale_factor: {
    with: { device_scale_factor: 3 },
    both: { clip_x: 24, clip_y: 80, clip_width: 100, clip_height: 75 },
  },
  full_page: { with: { full_page: true } },
  hide_selectors: { with: { hide_selectors: ['#offer'] } },
  highlight_selectors: { with: { highlight_selectors: ['#price -- The price'] } },
  image_quality: {
    with: { image_quality: 5 },
    both: { format: 'jpeg', clip_x: 0, clip_y: 0, clip_width: 320, clip_height: 240 },
  },
  image_width: { with: { image_width: 160 } },
  inject_css: { with: { inject_css: '.card { background: gold } h1 { color: crimson }' } },
  inject_js: {
    with: { inject_js: "document.querySelector('h1').textContent = 'Tides of tomorrow'" },
  },
  locale: { with: { locale: 'fr-FR' } },
  mask_selectors: { with: { mask_selectors: ['#price'] } },
  media_type: { with: { media_type: 'print' } },
  omit_background: { with: { omit_background: true, inject_css: 'html { background: none }' } },
  reduced_motion: { with: { reduced_motion: true } },
  scroll_to: { with: { scroll_to: '#view' } },
  selector: { with: { selector: '.cards' } },
  timezone: { with: { timezone: 'Asia/Tokyo' } },
  user_agent: { with: { user_agent: 'ExampleBot/1.0' } },
  viewport_device: {
    with: { viewport_device: 'iphone_15', viewport_width: undefined, viewport_height: undefined },
  },
  viewport_width: { with: { viewport_width: 390 } },
  vision_deficiency: { with: { vision_deficiency: 'deuteranopia' } },
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(shown, name));
if (unknown.length > 0) throw new Error(`No image of ${unknown.join(', ')}.`);
const renderer = createRenderer({ concurrency: 2, spares: 0 });
try {
  await mkdir(target, { recursive: true });
  let total = 0;
  for (const [name, { with: parameters, both = {} }] of Object.entries(shown)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const [before, after] = await Promise.all([render(both), render({ ...both, ...parameters })]);
    const body = await beside(before, after);
    total += body.byteLength;
    if (body.byteLength > maxBytes) throw new Error(`${name}: ${body.byteLength} bytes.`);
    await writeFile(join(target, `${name}.webp`), body);
    console.log(`${name}: ${body.byteLength} bytes`);
  }
  if (total > maxTotalBytes) throw new Error(`${total} bytes in all.`);
} finally {
  await renderer.stop();
}

async function render(parameters: Parameters): Promise<Uint8Array> {
  const size = { viewport_width: 640, viewport_height: 480 };
  const { body } = await renderer.render({
    kind: 'screenshot',
    html,
    format: 'png',
    ...size,
    ...parameters,
  });
  return body;
}

/** Places two images beside each other, on a grey that shows their sizes. */
async function beside(before: Uint8Array, after: Uint8Array): Promise<Buffer> {
  const placed = await Promise.all(
    [before, after].map(async (image, at) => {
      const fit = { ...box, fit: 'inside', withoutEnlargement: true } as const;
      const input = await sharp(image).resize(fit).png().toBuffer();
      const { width, height } = await sharp(input).metadata();
      const left = at * (box.width + gap) + Math.round((box.width - width) / 2);
      return { input, left, top: Math.round((box.height - height) / 2) };
    }),
  );
  const canvas = { width: 2 * box.width + gap, height: box.height };
  return sharp({ create: { ...canvas, channels: 3, background: '#c9ced3' } })
    .composite(placed)
    .webp({ quality: 70, effort: 6 })
    .toBuffer();
}
