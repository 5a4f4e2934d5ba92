// Many pages at once: ask for all of them, the engine renders as many as the machine can.
import { mkdir, writeFile } from 'node:fs/promises';
import { createRenderer } from 'tintype';

const names = ['amber', 'coral', 'indigo', 'olive', 'plum', 'teal'];
const renderer = createRenderer({ concurrency: 2 });
await mkdir('out', { recursive: true });

const outcomes = await Promise.allSettled(
  names.map(async (name) => {
    const { body } = await renderer.render({
      kind: 'screenshot',
      html: `<body style="background:${name};color:white;font:64px sans-serif">${name}`,
      viewport_width: 480,
      viewport_height: 270,
    });
    await writeFile(`out/many-${name}.jpeg`, body);
  }),
);
await renderer.stop();

const done = outcomes.filter(({ status }) => status === 'fulfilled').length;
console.log(`${done} of ${names.length} pictures`);
