import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { inDepth } from '@tintype/testkit';
import t from 'tap';
import { program } from './run-cli.ts';

const hasScript = spawnSync('script', ['--version']).stdout?.includes('util-linux') === true;
const skip = !hasScript && 'needs script(1) of util-linux for a terminal';

/** Runs a command line in a terminal and returns the screen. */
function runInTerminal(args: string, cwd: string, env: Record<string, string> = {}): string {
  return execFileSync(
    'script',
    ['-qec', `'${process.execPath}' '${program}' ${args}`, '/dev/null'],
    {
      cwd,
      // Nothing of a test runner's, which has its own mind about colours.
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TERM: 'xterm', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  ).toString();
}

t.test('several pages: a bar, and every line', { skip }, async (t) => {
  const dir = t.testdir({ 'a.html': '<p>a', 'b.html': '<p>b' });
  const shown = runInTerminal(
    'screenshot a.html b.html 127.0.0.1:9 -w 80 -H 60 -o out/ || true',
    dir,
  );
  t.match(shown, /0 of 3 pages/);
  const text = stripVTControlCharacters(shown);
  t.match(text, /out\/a\.jpeg {2}80 x 60 px/);
  t.match(text, /out\/b\.jpeg {2}80 x 60 px/);
  t.match(text, /tintype: 127\.0\.0\.1:9: /);
  t.match(text, /2 of 3 images, 1 failed/);
  t.match(shown, '\x1b[?25h', 'the cursor is back');
  t.same(readdirSync(`${dir}/out`).toSorted(), ['a.jpeg', 'b.jpeg']);
});

t.test('videos: a bar in frames, of all of them together', { skip }, async (t) => {
  if (!inDepth(t, 'videos')) return;
  const dir = t.testdir({ 'a.html': '<p>a', 'b.html': '<p>b' });
  const flags = '--duration 1 --fps 12 --viewport-width 64 --viewport-height 48';
  const shown = runInTerminal(`screencast a.html b.html ${flags} -o out/`, dir);
  t.match(shown, / of 24 frames/);
  t.match(stripVTControlCharacters(shown), /2 of 2 videos/);
  t.match(shown, '\x1b[?25h', 'the cursor is back');
  t.same(readdirSync(`${dir}/out`).toSorted(), ['a.mp4', 'b.mp4']);
  t.notMatch(runInTerminal(`screencast a.html ${flags} -o a.webm --quiet`, dir), 'frames');
});

t.test('several files of a page: a bar of files, and of video frames', { skip }, async (t) => {
  const dir = t.testdir({ 'a.html': '<p>a' });
  const flags = '--duration 1 --fps 12 --viewport-width 64 --viewport-height 48';
  const shown = runInTerminal(`capture a.html ${flags} -o a.png -o b.mp4 -o c.md`, dir);
  // The last render may end before it is drawn again, but it starts: it hides the cursor.
  // oxlint-disable-next-line no-control-regex
  t.match(shown, /0 of 3 files[^]* of 12 frames[^]*\x1b\[\?25l/);
  t.match(stripVTControlCharacters(shown), /a\.png [^]*b\.mp4 [^]*c\.md [^]*3 of 3 files, /);
  t.match(shown, '\x1b[?25h', 'the cursor is back');
  t.same(readdirSync(dir).toSorted(), ['a.html', 'a.png', 'b.mp4', 'c.md']);
  // A bar hides the cursor before there is a browser, and here there is none.
  const none = (flags: string) => {
    const said = runInTerminal(`capture a.html ${flags} --chrome-path /no/browser || true`, dir);
    t.match(said, 'The browser at /no/browser cannot be used');
    return said;
  };
  t.match(none('-o a.png -o c.md'), '\x1b[?25l');
  for (const flags of ['-o a.png', '-o a.png -o c.md --quiet']) {
    t.notMatch(none(flags), '\x1b[?25l', flags);
  }
});

t.test('colours, unless NO_COLOR is set', { skip }, async (t) => {
  if (!inDepth(t, 'colours')) return;
  const dir = t.testdir({ 'a.html': '<p>a' });
  t.match(runInTerminal('screenshot a.html -o a.png', dir), '\x1b[32ma.png');
  t.notMatch(runInTerminal('screenshot a.html -o a.png', dir, { NO_COLOR: '1' }), '\x1b[');
});

t.test('an image does not go to the terminal', { skip }, async (t) => {
  const dir = t.testdir({ 'a.html': '<p>a' });
  const shown = runInTerminal('screenshot a.html -o - || echo code $?', dir);
  t.match(shown, /-o - would write an image to the terminal/);
  t.match(shown, /code 2/);
});
