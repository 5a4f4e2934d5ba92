import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { devices } from '@tintype/contract';
import { readPixels, type DecodedImage } from '@tintype/testkit';
import sharp from 'sharp';
import t from 'tap';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const readme = await readFile(join(root, 'README.md'), 'utf8');

function blocks(markdown: string, language: string): string[] {
  return [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, code = '']) => code,
  );
}

const commands = blocks(readme, 'sh').flatMap((block) => block.trim().split('\n'));

t.test('the first command makes the image that the README shows', async (t) => {
  const [install, shoot = ''] = commands[0]?.split(' && ') ?? [];
  t.equal(install, 'npm ci');
  const dir = t.testdir({});
  // As typed, except that the image goes to a temporary folder.
  const [npx, ...args] = shoot
    .split(' ')
    .map((word) => (word === 'hello.png' ? join(dir, word) : word));
  t.equal(npx, 'npx');
  const { stderr } = await run('npx', args, { cwd: root });
  t.match(stderr, /hello\.png {2}1280 x 1080 px/);
  const image = await readPixels(await readFile(`${dir}/hello.png`));
  t.match(image, { format: 'png', width: 1280, height: 1080 });
  const shown = await readPixels(await readFile(join(root, 'docs', 'hello.jpeg')));
  t.match(shown, { format: 'jpeg', width: 1280, height: 1080 });
  // The frame of the valley, the paper beside it, a hill and the wood: the style sheet and the
  // drawing are there, whatever the fonts.
  for (const [x, y] of [
    [95, 300],
    [40, 600],
    [700, 440],
    [400, 600],
  ] as const) {
    const near = image.at(x, y).every((value, at) => Math.abs(value - shown.at(x, y)[at]!) < 16);
    t.ok(near, `${x},${y}: ${image.at(x, y)} as in the README, ${shown.at(x, y)}`);
  }
});

/**
 * Mean difference of the colour channels between frames that stand side by side, 8 pixels apart.
 */
function differences(strip: DecodedImage, frames: number, gap = 8): number[] {
  const width = (strip.width - (frames - 1) * gap) / frames;
  const points = Array.from({ length: 400 }, (_, n) => [n % 20, Math.floor(n / 20)] as const);
  const colours = Array.from({ length: frames }, (_, frame) =>
    points.flatMap(([x, y]) =>
      strip.at(
        Math.floor(frame * (width + gap) + ((x + 0.5) * width) / 20),
        Math.floor(((y + 0.5) * strip.height) / 20),
      ),
    ),
  );
  return colours.slice(1).map((colour, at) => {
    const before = colours[at]!;
    return colour.reduce((sum, value, n) => sum + Math.abs(value - before[n]!), 0) / colour.length;
  });
}

t.test('the frames that the README shows are those of a video that moves', async (t) => {
  const strip = await readPixels(await readFile(join(root, 'docs', 'hello-frames.jpeg')));
  t.match(strip, { format: 'jpeg', width: 5 * 320 + 4 * 8, height: 180 });
  const moved = differences(strip, 5);
  t.ok(
    moved.every((difference) => difference > 10),
    `${moved}`,
  );
});

t.test('the second command makes a video that moves', async (t) => {
  const [npx = '', ...args] = commands[1]?.split(' ') ?? [];
  t.match(commands[1], /^npx tintype screencast examples\/hello\/index\.html .*-o hello\.mp4$/);
  const file = join(t.testdir({}), 'hello.gif');
  const small = '--duration 1 --fps 4 --viewport-width 320 --viewport-height 270'.split(' ');
  const { stderr } = await run(npx, [...args.slice(0, -1), file, ...small], { cwd: root });
  t.notMatch(stderr, /tintype: warning|warning:/);
  const { pages = 0 } = await sharp(file).metadata();
  const [first, last] = [sharp(file), sharp(file, { page: pages - 1 })];
  const frames = await Promise.all([first, last].map((frame) => frame.png().toBuffer()));
  const { width, height } = { width: 320, height: 270 };
  const strip = await sharp({
    create: { width: 2 * width, height, channels: 3, background: 'red' },
  })
    .composite(frames.map((input, at) => ({ input, left: at * width, top: 0 })))
    .png()
    .toBuffer();
  const [moved = 0] = differences(await readPixels(strip), 2, 0);
  t.ok(moved > 10, `${pages} frames, of which the first and the last differ by ${moved}`);
});

t.test('the numbers are right', async (t) => {
  t.match(readme, `${devices.length} devices`);
});
