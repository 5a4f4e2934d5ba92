/**
 * Renders the files that the start page of the documents shows into `docs/landing/`: `npm run
 * docs:landing`. Needs `pdftoppm` (poppler) for the page of the PDF.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { createRenderer, serveFolder } from 'tintype';

const root = join(import.meta.dirname, '../..');
const target = join(root, 'docs/landing');
const maxBytes = 250_000;
const url = 'http://page.tintype.localhost/index.html';

const renderer = createRenderer({ concurrency: 1, spares: 0 });
const folder = await mkdtemp(join(tmpdir(), 'tintype-landing-'));
try {
  await mkdir(target, { recursive: true });
  const size = { viewport_width: 1280, viewport_height: 800 };
  const local = { site: serveFolder(join(root, 'examples/hello')) };
  const still = await renderer.render({ kind: 'screenshot', url, format: 'webp', ...size }, local);
  await write('screenshot.webp', await smaller(still.body, 960));
  const phone = await renderer.render(
    { kind: 'screenshot', url, format: 'png', viewport_device: 'iphone_15', dark_mode: true },
    local,
  );
  await write('phone.webp', await smaller(phone.body, 390));
  const video = await renderer.render(
    { kind: 'screencast', url, format: 'mp4', scenario: 'scroll', duration: 4, fps: 30, ...size },
    local,
  );
  await write('screencast.mp4', video.body);
  const pdf = await renderer.render({ kind: 'pdf', url, pdf_print_background: true }, local);
  await writeFile(join(folder, 'page.pdf'), pdf.body);
  const page = ['-png', '-r', '110', '-f', '1', '-singlefile'];
  await promisify(execFile)('pdftoppm', [...page, join(folder, 'page.pdf'), join(folder, 'page')]);
  await write('pdf.webp', await smaller(join(folder, 'page.png'), 480));
  const text = await renderer.render({ kind: 'scrape', url, format: 'md' }, local);
  await write('scrape.txt', text.body);
} finally {
  await renderer.stop();
  await rm(folder, { recursive: true, force: true });
}

async function smaller(image: Uint8Array | string, width: number): Promise<Uint8Array> {
  return sharp(image).resize({ width, withoutEnlargement: true }).webp({ quality: 82 }).toBuffer();
}

async function write(name: string, body: Uint8Array): Promise<void> {
  if (body.byteLength > maxBytes)
    throw new Error(`${name} is larger than ${maxBytes} bytes: ${body.byteLength}.`);
  await writeFile(join(target, name), body);
  console.log(`${name}: ${body.byteLength} bytes`);
}
