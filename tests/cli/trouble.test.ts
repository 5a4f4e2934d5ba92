import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { createFixtureServer, inDepth, readPixels, testInDepth } from '@tintype/testkit';
import t from 'tap';
import { jsonLines, runCli } from './run-cli.ts';
import { runHere } from './run-here.ts';

const RED = [255, 0, 0, 255] as const;
const small = ['--viewport-width', '80', '--viewport-height', '60'];

const server = await createFixtureServer(t);
const redPage = server.page('/red', '<title>Red</title><body style="background:#f00">');
server.page('/blue', '<body style="background:#00f">');
const host = new URL(redPage).host;

t.test('rejects other private hosts until they are allowed', async (t) => {
  const other = await createFixtureServer(t);
  const style = other.file('/s.css', 'text/css', 'body{background:#f00}');
  // It answers 404, as well.
  const page = server.page('/needs-other', `<link rel=stylesheet href="${style}">`, {}, 404);
  const shoot = (...args: string[]) =>
    runHere(['screenshot', page, '-o', '-', '--format', 'png', '--cache', ...small, ...args]);
  const refused = await shoot();
  t.equal(refused.code, 0);
  t.match(refused.stderr, /^warning: .*127\.0\.0\.1/m);
  t.match(refused.stderr, /^warning: The page answered 404 \(Not Found\)\. With --fail-on-status/m);
  t.match(refused.stderr, /^warning: --cache only applies to a service/m);
  t.equal(other.log.length, 0, 'the other server was not asked');
  const allowed = await shoot('--allow', new URL(style).host, '--quiet');
  t.same((await readPixels(allowed.stdout)).at(5, 5), RED);
  t.equal(other.log.length, 1);
  t.match(allowed, { code: 0, stderr: '' });
});

testInDepth(t, 'several pages: one that fails does not stop the others', async (t) => {
  const dir = t.testdir({});
  const { code, stdout, stderr } = await runHere(
    [
      'screenshot',
      redPage,
      `http://${host}/blue`,
      'http://127.0.0.1:9/',
      '-o',
      'out/',
      '--json',
      ...small,
    ],
    { cwd: dir },
  );
  t.equal(code, 1);
  t.equal(readdirSync(`${dir}/out`).length, 2);
  const lines = jsonLines(stdout);
  t.equal(lines.length, 3);
  t.match(
    lines.find(({ error }) => error !== undefined),
    { target: 'http://127.0.0.1:9/', error: { code: String } },
  );
  t.match(stderr, /tintype: http:\/\/127\.0\.0\.1:9\/: /);
  t.match(stderr, /2 of 3 images, 1 failed, \d/);
});

t.test('--fail-on-status makes an answer a failure', async (t) => {
  const gone = server.page('/gone', '<p>', {}, 404);
  const failed = await runHere(['screenshot', gone, '--fail-on-status', '4xx', ...small]);
  t.equal(failed.code, 1);
  t.match(
    failed.stderr,
    /^tintype: fail_on_status: the page answered 404, .*--fail-on-status\.\n$/,
  );
});

t.test('a list of addresses on stdin', async (t) => {
  const dir = t.testdir({});
  const { code, stderr } = await runHere(['screenshot', '-', '-o', 'out/', ...small], {
    cwd: dir,
    input: `${redPage}\n\nhttp://${host}/blue\n`,
  });
  t.equal(code, 0, stderr);
  t.equal(readdirSync(`${dir}/out`).length, 2);
  const one = await runHere(['screenshot', '-', '-o', 'x.png', ...small], {
    cwd: dir,
    input: `${redPage}\n${redPage}\n`,
  });
  t.equal(one.code, 2);
  t.match(one.stderr, /-o x\.png is one file; got 2 pages/);
});

t.test('a failure is one line with what to do next; --verbose adds the trace', async (t) => {
  const dir = t.testdir({ 'taken.png': {} });
  const shoot = (...args: string[]) => runHere(['screenshot', ...args, ...small], { cwd: dir });
  const noBrowser = await shoot(redPage, '--chrome-path', '/no/browser');
  t.equal(noBrowser.code, 1);
  t.match(noBrowser.stderr, /^tintype: [^\n]*\/no\/browser[^\n]*tintype doctor[^\n]*\n$/);
  const verbose = await shoot(redPage, '--chrome-path', '/no/browser', '--verbose');
  t.match(verbose.stderr, /\n {4}at /);
  if (!inDepth(t, 'pages that do not answer, and files that cannot be written')) return;
  const closed = await shoot('127.0.0.1:9');
  t.equal(closed.code, 1);
  t.match(closed.stderr, /^tintype: [^\n]+\n$/);
  const blocked = await shoot(redPage, '-o', 'taken.png/x/../../taken.png/');
  t.equal(blocked.code, 0, 'a folder with a dot in its name is a folder');
  writeFileSync(`${dir}/file`, '');
  const inFile = await shoot(redPage, '-o', 'file/x.png');
  t.equal(inFile.code, 1);
  t.match(
    inFile.stderr,
    /^tintype: file\/x\.png was not written: A file with the name of the folder exists[^\n]+\n$/,
  );
  const belowFile = await shoot(redPage, '-o', 'file/sub/');
  t.match(belowFile.stderr, /^tintype: [^\n]*file\/sub\/[\w.-]+\.jpeg was not written: /);
});

t.test('Ctrl-C ends cleanly, with nothing half-written', async (t) => {
  const dir = t.testdir({});
  const hanging = server.hang('/hang');
  const { code, stderr } = await runCli(
    ['screenshot', hanging, redPage, '-o', 'out/', '--concurrency', '1'],
    {
      cwd: dir,
      during(child) {
        const timer = setInterval(() => {
          if (server.requests('/hang').length === 0) return;
          clearInterval(timer);
          child.kill('SIGINT');
        }, 20);
      },
    },
  );
  t.equal(code, 130);
  t.notMatch(stderr, /^ {4}at /m);
  t.equal(existsSync(`${dir}/out`), false);
});

t.test('a reader that goes away is one line', async (t) => {
  const { code, stderr } = await runCli(['screenshot', redPage, '-o', '-', ...small], {
    during: (child) => child.stdout?.destroy(),
  });
  t.equal(code, 1);
  t.match(stderr, /^tintype: stdout was closed before everything was written\.\n$/);
});
