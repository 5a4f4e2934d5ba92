// Captures a long page completely.
import { mkdir, writeFile } from 'node:fs/promises';
import { createRenderer } from 'tintype';

const chapters = Array.from(
  { length: 12 },
  (_, at) =>
    `<section style="display:flow-root;height:500px;background:hsl(${at * 30} 60% 85%)"><h2>Chapter ${at + 1}</h2></section>`,
);

const renderer = createRenderer();
const { body, metadata } = await renderer.render({
  kind: 'screenshot',
  html: `<body style="margin:0;font:24px sans-serif">${chapters.join('')}`,
  format: 'png',
  full_page: true,
  viewport_width: 800,
  viewport_height: 600,
});
await renderer.stop();

await mkdir('out', { recursive: true });
await writeFile('out/full-page.png', body);
console.log('out/full-page.png', metadata.imageSize);
