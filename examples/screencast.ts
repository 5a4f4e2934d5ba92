// Records an animated page as a video, and a part of it as a GIF.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRenderer, serveFolder } from 'tintype';

const site = serveFolder(join(import.meta.dirname, 'hello'));
const url = 'http://page.tintype.localhost/index.html';
const renderer = createRenderer();
await mkdir('out', { recursive: true });

const video = await renderer.render(
  {
    kind: 'screencast',
    url,
    duration: 1,
    viewport_width: 640,
    viewport_height: 360,
    scenario: 'scroll',
  },
  { site, onProgress: ({ frames, total }) => frames === total && console.log(`${total} frames`) },
);
await writeFile('out/hello.mp4', video.body);

const loop = await renderer.render(
  {
    kind: 'screencast',
    url,
    format: 'gif',
    fps: 10,
    duration: 0.5,
    viewport_width: 640,
    viewport_height: 360,
    clip_width: 320,
    clip_height: 180,
  },
  { site },
);
await writeFile('out/hello.gif', loop.body);
console.log(video.mediaType, loop.mediaType);
await renderer.stop();
