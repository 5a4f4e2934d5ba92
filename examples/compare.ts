// Compares two versions of a page: a banner was added, and a price changed. out/compare.png shows both.
import { compare, createRenderer } from 'tintype';
import { mkdir, writeFile } from 'node:fs/promises';

const page = (banner: string, price: string) => `<!doctype html>
<body style="margin: 0; font: 18px sans-serif">${banner}
  <h1 style="margin: 24px">Tickets</h1><p style="margin: 24px">One day: <b>${price}</b></p>
  <p style="margin: 24px">Children under six come in for nothing.</p>`;
const banner = '<div style="background: #fc0; padding: 12px 24px">Closed on Monday</div>';

const renderer = createRenderer();
const take = (html: string) =>
  renderer.render({
    kind: 'screenshot',
    html,
    format: 'png',
    viewport_width: 640,
    viewport_height: 240,
  });
const before = await take(page('', '12 EUR'));
const after = await take(page(banner, '15 EUR'));
await renderer.stop();

const comparison = await compare(before, after);
if (comparison.type === 'image') {
  await mkdir('out', { recursive: true });
  await writeFile('out/compare.png', comparison.overlay);
  for (const { type, area } of comparison.regions) console.log(type, 'at', area.x, area.y);
}
