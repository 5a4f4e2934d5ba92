import { inDepth, testInDepth } from '@tintype/testkit';
import t from 'tap';
import { runCli } from './run-cli.ts';
import { runHere } from './run-here.ts';

interface Check {
  name: string;
  state: string;
  text: string;
  fix?: string;
}

t.test('says what will be used, and renders a page', async (t) => {
  const { code, stdout, stderr } = await runCli(['doctor', '--json']);
  t.equal(stderr, '');
  const { ok, checks } = JSON.parse(stdout.toString()) as { ok: boolean; checks: Check[] };
  t.equal(code, 0);
  t.equal(ok, true);
  const names = checks.map(({ name }) => name);
  for (const name of [
    'Node',
    'Browser',
    'Sandbox',
    'Fonts',
    'Test page',
    'Encoder',
    'Video',
    'Cache',
  ]) {
    t.ok(names.includes(name), name);
  }
  t.match(checks.find(({ name }) => name === 'Browser')?.text, /\/[\d.]+, \//);
  t.match(checks.find(({ name }) => name === 'Test page')?.text, /in \d+\.\d\d s/);
  for (const { state, fix, name } of checks) {
    t.equal(state === 'ok', fix === undefined, `${name}: what is not ok says what fixes it`);
  }
});

testInDepth(t, 'for people: a line for each, and the command that fixes', async (t) => {
  const { code, stdout } = await runCli(['doctor', '--no-sandbox']);
  t.equal(code, 0, 'a warning is no failure');
  t.match(stdout.toString(), /^Sandbox +warning +off, as asked for/m);
  t.match(stdout.toString(), /^ +fix: leave out --no-sandbox/m);
});

testInDepth(t, 'without ffmpeg in PATH, videos are made all the same', async (t) => {
  const { code, stdout } = await runCli(['doctor', '--json'], { env: { PATH: t.testdir({}) } });
  t.equal(code, 0);
  const { checks } = JSON.parse(stdout.toString()) as { checks: Check[] };
  const video = checks.find(({ name }) => name === 'Video');
  t.match(video, { state: 'warning', fix: /ffmpeg/ });
  for (const format of ['mp4', 'mov', 'webm', 'avi', 'gif', 'webp']) t.match(video?.text, format);
  t.notMatch(video?.text, 'no encoder');
});

t.test('a browser that is missing, or none at all, is a failure', async (t) => {
  for (const path of ['/no/browser', '/bin/true']) {
    if (path !== '/no/browser' && !inDepth(t, path)) continue;
    const { code, stdout } = await runHere(['doctor', '--chrome-path', path]);
    t.equal(code, 1, path);
    t.match(stdout.toString(), /^Browser +missing +/m, path);
    t.match(stdout.toString(), /fix: npx tintype install-browser/, path);
    for (const line of stdout.toString().trimEnd().split('\n')) {
      t.match(line, /^ {24}\S|^[\w/]\S*( \w+)? +(ok|warning|missing) {2,}\S/, 'columns apart');
    }
  }
});
