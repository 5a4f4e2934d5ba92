import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createFixtureServer, makeFolder } from '@tintype/testkit';
import t from 'tap';
import { expectRefusals, runHere } from './run-here.ts';

const server = await createFixtureServer(t);
const easylist = '[Adblock Plus 2.0]\n! Title: a list for a test\n||ads.example^\n';
const easyprivacy = '[Adblock Plus 2.0]\n||counter.example^\n';
server.file('/m/easylist.txt', 'text/plain', easylist);
server.file('/m/easyprivacy.txt', 'text/plain', easyprivacy);

const cacheDir = makeFolder(t);
const folder = join(cacheDir, 'lists');
const env = { TINTYPE_CACHE_DIR: cacheDir, TINTYPE_BLOCK_LISTS: '/srv/own.txt' };

t.test('update downloads the lists, show says what there is', async (t) => {
  const before = await runHere(['lists', 'show'], { env });
  t.equal(before.code, 0);
  t.match(before.stdout.toString(), /^easylist +not installed: tintype lists update$/m);

  const { code, stdout, stderr } = await runHere(
    ['lists', 'update', '--mirror', server.url('/m')],
    {
      env,
    },
  );
  t.equal(code, 0, stderr);
  t.equal(stdout.toString(), '');
  t.match(stderr, /^easylist {2}61 B, GPL.*\neasyprivacy {2}\d+ B, GPL.*\n$/);
  t.equal(await readFile(join(folder, 'easylist.txt'), 'utf8'), easylist);
  t.same((await readdir(folder)).toSorted(), ['easylist.txt', 'easyprivacy.txt']);

  const after = (await runHere(['lists', 'show'], { env })).stdout.toString();
  t.match(after, /^easylist +61 B, of \d{4}-\d\d-\d\d$/m);
  t.match(after, /^yours +\/srv\/own.txt$/m);
});

t.test('what is no list replaces none', async (t) => {
  server.file('/bad/easylist.txt', 'text/html', '<h1>Log in to the network</h1>');
  const cases: [string, RegExp][] = [
    ['/bad', /easylist.txt is not a filter list/],
    ['/missing', /easylist.txt could not be downloaded: it answered 404/],
  ];
  for (const [path, says] of cases) {
    const { code, stderr } = await runHere(['lists', 'update', '--mirror', server.url(path)], {
      env,
    });
    t.equal(code, 1);
    t.match(stderr, says);
    t.equal(stderr.trim().split('\n').length, 1, 'one line');
  }
  t.equal(await readFile(join(folder, 'easylist.txt'), 'utf8'), easylist);
  t.same((await readdir(folder)).toSorted(), ['easylist.txt', 'easyprivacy.txt']);
});

t.test('wrong use', async (t) => {
  const known = /Say tintype lists show, or tintype lists update/;
  await expectRefusals(
    t,
    {
      lists: known,
      'lists updat': known,
      'lists show more': known,
      'lists update --mirror file:///x': /--mirror/,
    },
    { env },
  );
  t.match((await runHere(['lists', '--help'])).stdout.toString(), /not part of Tintype/);
});
