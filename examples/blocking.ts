// Declines a cookie banner and blocks a tracker. The result reports both.
import { mkdir, writeFile } from 'node:fs/promises';
import { createRenderer } from 'tintype';

const html = `<!doctype html><title>not asked</title>
<script src="https://www.google-analytics.com/analytics.js"></script>
<h1>News of the day</h1>
<div style="position:fixed;inset:auto 0 0;padding:40px;background:#b3582a;color:#fff">
  We use cookies to improve your experience.
  <button onclick="document.title = 'agreed'; this.parentElement.remove()">Accept all</button>
  <button onclick="document.title = 'refused'; this.parentElement.remove()">Reject all</button>
</div>`;

const renderer = createRenderer();
const { body, metadata, blocking } = await renderer.render({
  kind: 'screenshot',
  html,
  viewport_width: 640,
  viewport_height: 360,
  block_annoyance: ['cookies_banner', 'tracking'],
});
await renderer.stop();

console.log(`cookies: ${metadata.title}`);
console.log(
  `banner: ${blocking?.banner?.how}, requests refused: ${JSON.stringify(blocking?.requests)}`,
);

await mkdir('out', { recursive: true });
await writeFile('out/blocking.jpeg', body);
console.log('out/blocking.jpeg');
