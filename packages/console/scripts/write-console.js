// Writes the built console into dist/page, for the npm package.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { buildConsole } from './build-console.js';

const folder = new URL('../dist/page/', import.meta.url);
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const { files } = await buildConsole();
for (const [name, { bytes }] of files) await writeFile(new URL(name, folder), bytes);
