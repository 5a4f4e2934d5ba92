// Hooks of a plugin: stamps the page before the screenshot, and measures the stages.
import { mkdir, writeFile } from 'node:fs/promises';
import { createRenderer, type Plugin } from 'tintype';

function createStamp(text: string): Plugin {
  return {
    name: 'stamp',
    hooks: {
      async beforeCapture(page) {
        await page.evaluate(`{
          const stamp = document.createElement('div');
          stamp.textContent = ${JSON.stringify(text)};
          stamp.style.cssText = 'position:fixed;right:16px;bottom:16px;padding:6px 14px;font:16px sans-serif;color:#fff;background:#b3582a';
          document.body.append(stamp);
        }`);
      },
      stageEnd({ stage, durationMs }) {
        console.log(stage.padEnd(10), `${Math.round(durationMs)} ms`);
      },
    },
  };
}

const renderer = createRenderer({ plugins: [createStamp('proof')] });
const { body } = await renderer.render({
  kind: 'screenshot',
  html: '<h1>A draft</h1>',
  viewport_width: 640,
  viewport_height: 360,
});
await renderer.stop();

await mkdir('out', { recursive: true });
await writeFile('out/hooks.jpeg', body);
console.log('out/hooks.jpeg');
