// Writes the trace of a render as a zip: requests, console, stages, images of the load. `tintype
// trace open trace.zip` shows it.
import { createRenderer } from 'tintype';
import { writeFile } from 'node:fs/promises';

const renderer = createRenderer();
const { trace } = await renderer.render(
  { kind: 'screenshot', html: '<h1>Traced</h1><script>console.log("hello")</script>' },
  { trace: true },
);
await renderer.stop();

if (trace) await writeFile('trace.zip', trace);
console.log('trace.zip', trace?.byteLength ? 'written' : 'missing');
