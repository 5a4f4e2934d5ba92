import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { devices } from '@tintype/contract';
import { readPixels } from '@tintype/testkit';
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
  // As typed, only that the image goes where it is in nobody's way.
  const [npx, ...args] = shoot.replace('-o hello.png', `-o ${dir}/hello.png`).split(' ');
  t.equal(npx, 'npx');
  const { stderr } = await run('npx', args, { cwd: root });
  t.match(stderr, /hello\.png {2}1280 x 1080 px/);
  const image = await readPixels(await readFile(`${dir}/hello.png`));
  t.match(image, { format: 'png', width: 1280, height: 1080 });
  const shown = await readPixels(await readFile(join(root, 'docs', 'hello.jpeg')));
  t.match(shown, { format: 'jpeg', width: 1280, height: 1080 });
  // The frame of the valley, the paper beside it, a hill and the wood: the style sheet and the drawing are there, whatever the fonts.
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

t.test('the frames that the README shows are those of a video', async (t) => {
  const strip = await readPixels(await readFile(join(root, 'docs', 'hello-frames.jpeg')));
  t.match(strip, { format: 'jpeg', width: 5 * 320 + 4 * 8, height: 180 });
  t.ok(commands.some((command) => command.includes('screencast examples/hello/index.html')));
  // The paper beside the drawing is in each of them; the drawing moves up from frame to frame.
  const darkRows = [0, 1, 2, 3, 4].map((frame) => {
    const column = Array.from({ length: 180 }, (_, y) => strip.at(frame * 328 + 100, y));
    return column.findLastIndex(([red = 0]) => red < 80);
  });
  t.same(
    darkRows,
    darkRows.toSorted((a, b) => b - a),
    `${darkRows} go up`,
  );
  t.equal(new Set(darkRows).size, 5, `${darkRows}`);
});

t.test('the numbers are right', async (t) => {
  t.match(readme, `${devices.length} devices`);
});
