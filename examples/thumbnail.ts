// Captures a page at full size and resizes the image, with the same ratio.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRenderer, serveFolder } from 'tintype';

const renderer = createRenderer();
const { body, metadata } = await renderer.render(
  {
    kind: 'screenshot',
    url: 'http://page.tintype.localhost/',
    format: 'webp',
    image_width: 320,
  },
  { site: serveFolder(join(import.meta.dirname, 'hello')) },
);
await renderer.stop();

await mkdir('out', { recursive: true });
await writeFile('out/thumbnail.webp', body);
console.log('out/thumbnail.webp', metadata.imageSize);
