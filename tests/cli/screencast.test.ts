import { readdirSync, readFileSync } from 'node:fs';
import { createFixtureServer, testInDepth } from '@tintype/testkit';
import t from 'tap';
import { withoutFfmpeg, probeVideo } from '../video/probe-video.ts';
import { readAnimation } from '../video/read-container.ts';
import { jsonLines, runCli } from './run-cli.ts';
import { expectRefusals, runHere } from './run-here.ts';

const server = await createFixtureServer(t);
const moving = `<!doctype html><style>
  @keyframes move { to { transform: translateX(200px) } }
  div { width: 40px; height: 40px; background: black; animation: move 1s linear infinite }
</style><div></div>`;
const small = ['--viewport-width', '161', '--viewport-height', '120', '--duration', '0.5'];

t.test('a local page, the format from the ending, every parameter a flag', async (t) => {
  const dir = t.testdir({ 'page.html': moving });
  const { code, stderr, stdout } = await runHere(
    ['screencast', 'page.html', '-o', 'out/page.mp4', '--fps', '20', ...small],
    { cwd: dir },
  );
  t.equal(code, 0, stderr);
  t.match(stderr, /^out\/page\.mp4 {2}[^\n]*\d+ (B|KB), \d+\.\d\d s\n$/, 'no bar in a pipe');
  t.equal(stdout.length, 0);
  const file = readFileSync(`${dir}/out/page.mp4`);
  t.equal(file.toString('latin1', 4, 8), 'ftyp');
  if (withoutFfmpeg) return void t.pass('its frames', { skip: withoutFfmpeg });
  const info = await probeVideo(file);
  t.match(info, { width: 162, height: 120, avg_frame_rate: '20/1' });
  t.equal(info.times.length, 10);
});

t.test('several URLs, without any ffmpeg', async (t) => {
  const dir = t.testdir({});
  const urls = ['/one', '/two'].map((path) => server.page(path, moving));
  const { code, stdout, stderr } = await runHere(
    ['screencast', ...urls, '--format', 'gif', '--fps', '10', '--json', '-o', 'casts/', ...small],
    { cwd: dir, env: { PATH: dir } },
  );
  t.equal(code, 0, stderr);
  t.match(stderr, /^2 of 2 videos, /m);
  const info = jsonLines(stdout);
  const mediaTypes = info.map(({ mediaType }) => mediaType);
  t.same(mediaTypes, ['image/gif', 'image/gif']);
  const files = readdirSync(`${dir}/casts`);
  t.equal(files.length, 2);
  for (const name of files) {
    const { width, height, loop } = await readAnimation(readFileSync(`${dir}/casts/${name}`));
    t.same({ width, height, loop }, { width: 161, height: 120, loop: 0 });
  }
});

testInDepth(t, 'HTML from stdin, the video on stdout', async (t) => {
  const { code, stdout, stderr } = await runCli(
    ['screencast', '-', '-o', '-', '--format', 'webm', '--fps', '10', ...small],
    { input: moving },
  );
  t.equal(code, 0, stderr);
  t.equal(stdout.readUInt32BE(0), 0x1a45dfa3, 'it begins as WebM does');
});

t.test('refused before any browser is touched', async (t) => {
  const dir = t.testdir({ 'page.html': moving });
  await expectRefusals(
    t,
    {
      'screencast page.html -o x.mkv': /no format for \.mkv\. Use one of .*\.mp4/,
      'screencast page.html --fps 121': /fps/,
      'screencast page.html --duration 601': /duration/,
      'screencast page.html --scenario jump': /scenario/,
      'screencast page.html --format png': /format/,
    },
    {
      cwd: dir,
      env: { TINTYPE_CHROME_PATH: '/no/browser' },
    },
  );
  t.same(readdirSync(dir), ['page.html']);
});

testInDepth(t, 'Ctrl-C in the middle leaves no file', async (t) => {
  const dir = t.testdir({ 'page.html': moving });
  const { code } = await runCli(
    ['screencast', 'page.html', '-o', 'page.mp4', '--duration', '30', '--fps', '60'],
    {
      cwd: dir,
      during: (child) => void setTimeout(() => child.kill('SIGINT'), 4000),
    },
  );
  t.equal(code, 130);
  t.same(readdirSync(dir), ['page.html']);
});

t.test('help lists the parameters of videos', async (t) => {
  const { code, stdout } = await runHere(['screencast', '--help']);
  t.equal(code, 0);
  for (const flag of ['--duration', '--fps', '--scenario', '--scroll-easing', '--clip-width']) {
    t.match(stdout.toString(), flag);
  }
  t.match(stdout.toString(), /^Video$/m);
});
