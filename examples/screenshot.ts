// Captures a web page: node screenshot.ts https://example.com
import { mkdir, writeFile } from 'node:fs/promises';
import { createRenderer } from 'tintype';

const url = process.argv[2];
const page = url === undefined ? { html: '<h1>Hello</h1>' } : { url };

const renderer = createRenderer();
const { body, metadata } = await renderer.render({ kind: 'screenshot', ...page });
await renderer.stop();

await mkdir('out', { recursive: true });
await writeFile('out/screenshot.jpeg', body);
console.log('out/screenshot.jpeg', metadata.imageSize);
