/**
 * Writes a contact sheet of the console's pages, at 1280 and 390 px, light and dark, to look at
 * after a change: `node --conditions=@tintype/source scripts/console/contact-sheet.ts sheet.webp`.
 * Names of pages may follow.
 */
import sharp, { type OverlayOptions } from 'sharp';
import type { ShownPage } from './shown-pages.ts';
import { takeView } from './take-view.ts';
import { withShownService } from './with-shown-service.ts';

const height = 420;
const gap = 12;
const wide = { viewport_width: 1280, viewport_height: 860 };
const phone = { viewport_width: 390, viewport_height: 860, viewport_mobile: true };
const dark = { dark_mode: true };
const views = [wide, { ...wide, ...dark }, phone, { ...phone, ...dark }];
const widths = views.map((view) => Math.round((view.viewport_width / 860) * height));
const rowWidth = widths.reduce((sum, width) => sum + width + gap, gap);

const overlays: ShownPage[] = [
  { name: 'menu', path: 'usage', who: 'operator', click: ['.drawer-button'], until: 'main h1' },
  {
    name: 'palette',
    path: 'usage',
    who: 'operator',
    click: ['.find-button'],
    until: '.palette li:nth-child(12)',
  },
];

const [out, ...wanted] = process.argv.slice(2);
if (out === undefined) throw new Error('Name the file to write: contact-sheet.ts sheet.webp');
await withShownService(async ({ renderer, service, pages: all, cookies }) => {
  const images: OverlayOptions[] = [];
  const pages = [...all, ...overlays].filter(
    ({ name }) => wanted.length === 0 || wanted.includes(name),
  );
  for (const [row, page] of pages.entries()) {
    let left = gap;
    for (const [column, view] of views.entries()) {
      const image = await takeView(renderer, service, { page, cookie: cookies[page.who], view });
      const input = await sharp(image).resize({ height }).toBuffer();
      images.push({ input, left, top: gap + row * (height + gap) });
      left += (widths[column] ?? 0) + gap;
    }
    console.log(page.name);
  }
  const sheet = { width: rowWidth, height: gap + pages.length * (height + gap) };
  await sharp({ create: { ...sheet, channels: 3, background: '#b9bec4' } })
    .composite(images)
    .webp({ quality: 80 })
    .toFile(out);
});
