// Renders many pages: each result is yielded when it is ready, and a failure does not stop the
// others.
import { mkdir, writeFile } from 'node:fs/promises';
import { createRenderer, type RequestInput } from 'tintype';

const names = ['amber', 'coral', 'indigo', 'olive', 'plum', 'teal'];

// The list may be an array or an iterable, for example of a database: it is read as needed.
async function* requests(): AsyncGenerator<RequestInput> {
  for (const name of names) {
    yield {
      kind: 'screenshot',
      html: `<body style="background:${name};color:white;font:64px sans-serif">${name}`,
      viewport_width: 480,
      viewport_height: 270,
    };
  }
}

await mkdir('out', { recursive: true });
const renderer = createRenderer({ concurrency: 2 });

let done = 0;
for await (const { index, result, error } of renderer.renderAll(requests())) {
  if (error) {
    console.error(`${names[index]}: ${error.message}`);
    continue;
  }
  await writeFile(`out/many-${names[index]}.jpeg`, result.body);
  done += 1;
}
await renderer.stop();
console.log(`${done} of ${names.length} images`);
