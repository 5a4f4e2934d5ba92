// Records an animation without its background, until it ends, as an animated WebP. The page is
// loaded in real time: the delay of the animation lets the recording start before it.
import { mkdir, writeFile } from 'node:fs/promises';
import { createRenderer } from 'tintype';

const html = `
  <style>
    body { margin: 0 }
    p { margin: 20px; padding: 20px; border-radius: 20px; background: teal; color: white;
        animation: arrive 0.8s 1s ease-out both }
    @keyframes arrive { from { opacity: 0; transform: translateY(20px) } }
  </style>
  <p>Saved</p>`;
const renderer = createRenderer();
const { body, warnings } = await renderer.render({
  kind: 'screencast',
  html,
  format: 'webp',
  omit_background: true,
  until: 'animations_end',
  viewport_width: 160,
  viewport_height: 100,
});
await mkdir('out', { recursive: true });
await writeFile('out/saved.webp', body);
console.log(`ended by itself: ${warnings.length === 0}`);
await renderer.stop();
