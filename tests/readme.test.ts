import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { devices } from '@tintype/contract';
import { readPixels } from '@tintype/testkit';
import t from 'tap';
import { runService } from './serve/run-service.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const readme = await readFile(join(root, 'README.md'), 'utf8');

function blocks(markdown: string, language: string): string[] {
  return [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, code = '']) => code,
  );
}

const commands = blocks(readme, 'sh').flatMap((block) => block.trim().split('\n'));

t.test('the first command makes the picture that the README shows', async (t) => {
  const [install, shoot = ''] = commands[0]?.split(' && ') ?? [];
  t.equal(install, 'npm ci');
  const dir = t.testdir({});
  // As typed, only that the picture goes where it is in nobody's way.
  const [npx, ...args] = shoot.replace('-o hello.png', `-o ${dir}/hello.png`).split(' ');
  t.equal(npx, 'npx');
  const { stderr } = await run('npx', args, { cwd: root });
  t.match(stderr, /hello\.png {2}1280 x 1080 px/);
  const picture = await readPixels(await readFile(`${dir}/hello.png`));
  t.match(picture, { format: 'png', width: 1280, height: 1080 });
  const shown = await readPixels(await readFile(join(root, 'docs', 'hello.jpeg')));
  t.match(shown, { format: 'jpeg', width: 1280, height: 1080 });
  // The frame of the valley, the paper beside it, a hill and the wood: the style sheet and the drawing are there, whatever the fonts.
  for (const [x, y] of [
    [95, 300],
    [40, 600],
    [700, 440],
    [400, 600],
  ] as const) {
    const near = picture.at(x, y).every((value, at) => Math.abs(value - shown.at(x, y)[at]!) < 16);
    t.ok(near, `${x},${y}: ${picture.at(x, y)} as in the README, ${shown.at(x, y)}`);
  }
});

t.test('the other commands are ones that the command line knows', async (t) => {
  t.ok(commands.includes('npm ci && npm test'));
  const shots = commands.filter((command) => command.startsWith('npx tintype screenshot '));
  t.ok(shots.length >= 3);
  const bin = join(root, 'packages', 'tintype', 'bin', 'tintype.js');
  for (const shot of shots) {
    const args = shot.split(' ').slice(2);
    // Everything is checked before the browser, which is not there.
    const outcome = run(process.execPath, [bin, ...args, '--chrome-path', '/no/browser'], {
      cwd: root,
    });
    await t.rejects(outcome, { code: 1, stderr: /\/no\/browser/ }, shot);
  }
});

t.test('the service starts as it says', async (t) => {
  t.ok(commands.includes('npx tintype serve'));
  const { stderr, accessKey, address } = await runService(t);
  const said = /^Try it: +(curl .*)$/m.exec(stderr)?.[1] ?? '';
  const shown = said.replace(accessKey, '...').replace(address, 'http://127.0.0.1:3000');
  t.ok(readme.includes(`\n${shown}\n`), shown);
});

t.test('the numbers are right', async (t) => {
  t.match(readme, `${devices.length} devices`);
});

t.test('the code in the docs fits the types', async (t) => {
  const library = await readFile(join(root, 'docs', 'library.md'), 'utf8');
  const snippets = [...blocks(readme, 'ts'), ...blocks(library, 'ts')];
  t.ok(snippets.length >= 6);
  const files = Object.fromEntries(snippets.map((code, at) => [`snippet-${at}.ts`, code]));
  const dir = t.testdir({
    ...files,
    'package.json': '{"type":"module"}',
    'tsconfig.json': JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: { noEmit: true, composite: false, noUnusedLocals: false },
    }),
  });
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  // tap loads itself into every Node process that a test starts, and tsc does not stand that.
  const command = ['-u', 'NODE_OPTIONS', process.execPath, tsc, '-p', dir];
  const { stdout } = await run('env', command);
  t.equal(stdout, '');
});
