/**
 * Two screenshots compared: Tintype against pixelmatch, @blazediff/core and odiff, which compare
 * pixels in place. All of them read two PNGs and write one with the differences; odiff, a program,
 * reads and writes files.
 *
 * node --conditions=@tintype/source benchmarks/comparison.ts [--rounds 5] [--corpus FOLDER]
 *
 * The later image of a page is the same, with another word, or with a banner above everything.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { compare, createRenderer } from 'tintype';
import { median } from './median.ts';
import { fetchPeers } from './report/fetch-peers.ts';
import { startCorpus } from './start-corpus.ts';

/** Returns the share of pixels that differ. */
type Contender = (before: Buffer, after: Buffer) => Promise<number>;
type Diff = (
  one: Uint8Array,
  other: Uint8Array,
  output: Uint8Array,
  width: number,
  height: number,
) => number;

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, corpus: { type: 'string' } },
});
const bannerHeight = 60;

const peers = await fetchPeers('comparison-peers');
const contenders: Record<string, Contender> = {
  pixelmatch: inPlace(peers.load<{ default: Diff }>('pixelmatch').default),
  '@blazediff/core': inPlace(peers.load<{ diff: Diff }>('@blazediff/core').diff),
  odiff: byProgram(
    peers.file('odiff-bin', `raw_binaries/odiff-${process.platform}-${process.arch}`),
  ),
  tintype: async (before, after) => {
    const file = (body: Buffer) => ({ body, mediaType: 'image/png' });
    return (await compare(file(before), file(after))).changed;
  },
};

function inPlace(diff: Diff): Contender {
  return async (before, after) => {
    const read = (image: Buffer) =>
      sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const [one, other] = [await read(before), await read(after)];
    const { width, height } = one.info;
    const output = Buffer.alloc(one.data.length);
    const pixels = diff(one.data, other.data, output, width, height);
    await sharp(output, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer();
    return pixels / (width * height);
  };
}

function byProgram(program: string): Contender {
  // Its install script, which is not run, would do this.
  chmodSync(program, 0o755);
  const folder = mkdtempSync(join(tmpdir(), 'tintype-odiff-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const [one, other, output] = ['before.png', 'after.png', 'differences.png'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  return async (before, after) => {
    await Promise.all([writeFile(one, before), writeFile(other, after)]);
    const { stdout } = spawnSync(program, [one, other, output, '--parsable-stdout'], {
      encoding: 'utf8',
    });
    // `pixels;percent`; nothing if they are the same.
    return Number(stdout.split(';')[1] ?? 0) / 100;
  };
}

async function later(image: Buffer): Promise<Record<string, Buffer>> {
  const { width, height } = await sharp(image).metadata();
  const create = (across: number, down: number, background: string) => ({
    create: { width: across, height: down, channels: 3 as const, background },
  });
  const word = { input: create(50, 14, '#a40'), left: 200, top: Math.min(300, height - 14) };
  const banner = { input: create(width, bannerHeight, '#fc0'), left: 0, top: 0 };
  const rest = await sharp(image)
    .extract({ left: 0, top: 0, width, height: height - bannerHeight })
    .toBuffer();
  const moved = { input: rest, left: 0, top: bannerHeight };
  return {
    same: image,
    'a word': await sharp(image).composite([word]).png().toBuffer(),
    'a banner': await sharp(image).composite([moved, banner]).png().toBuffer(),
  };
}

const corpus = await startCorpus(values.corpus);
const renderer = createRenderer({ egress: { allow: ['127.0.0.1'] }, concurrency: 1 });
const pages: { before: Buffer; after: Record<string, Buffer> }[] = [];
let pixels = 0;
for (const page of corpus.pages) {
  const url = `http://127.0.0.1:${corpus.port}/${page}`;
  const { body } = await renderer.render({ kind: 'screenshot', format: 'png', url });
  const before = Buffer.from(body);
  const { width, height } = await sharp(before).metadata();
  pixels += width * height;
  pages.push({ before, after: await later(before) });
}
await renderer.stop();
corpus.stop();

console.log(`${pages.length} pages, ${(pixels / 1e6).toFixed(1)} million pixels`);
const table: Record<string, Record<string, string>> = {};
for (const change of ['same', 'a word', 'a banner']) {
  const times: Record<string, number[]> = {};
  const shares: Record<string, number[]> = {};
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    for (const [name, contender] of Object.entries(contenders)) {
      const startedAt = performance.now();
      const found: number[] = [];
      for (const { before, after } of pages) {
        found.push(await contender(before, after[change] as Buffer));
      }
      // The first round compiles.
      if (round > 0) (times[name] ??= []).push((performance.now() - startedAt) / pages.length);
      shares[name] = found;
    }
  }
  const floor = median(times['pixelmatch'] ?? []);
  for (const name of Object.keys(contenders)) {
    const ms = median(times[name] ?? []);
    const share = (100 * median(shares[name] ?? [])).toFixed(2);
    (table[name] ??= {})[change] = `${ms.toFixed(0)} ms (${(ms / floor).toFixed(2)}), ${share} %`;
  }
}
console.table(table);
