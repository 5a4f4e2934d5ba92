import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { devices, parameterList } from '@tintype/contract';
import t from 'tap';
import { runCli } from './run-cli.ts';
import { expectRefusals, runHere } from './run-here.ts';

t.test('help and version', async (t) => {
  for (const args of [['--help'], ['-h'], ['help']]) {
    const { code, stdout, stderr } = await (args[0] === 'help' ? runHere : runCli)(args);
    t.equal(code, 0, args.join(' '));
    t.match(stdout.toString(), /Usage\n {2}tintype screenshot/);
    t.ok(stdout.toString().split('\n').length <= 36, 'one screen');
    for (const line of stdout.toString().split('\n')) t.ok(line.length <= 80, line);
    t.equal(stderr, '');
  }
  t.match((await runCli(['--version'])).stdout.toString(), /^\d+\.\d+\.\d+\n$/);
  const bare = await runCli([]);
  t.equal(bare.code, 2);
  t.match(bare.stderr, /Usage/);
});

t.test('the help of screenshot has every parameter, no wider than the terminal', async (t) => {
  const { code, stdout } = await runHere(['screenshot', '--help']);
  const help = stdout.toString();
  t.equal(code, 0);
  for (const { name } of parameterList('screenshot')) {
    t.match(help, ` --${name.replaceAll('_', '-')}`, name);
  }
  for (const line of help.split('\n')) t.ok(line.length <= 80, line);
  t.match(help, /--quality, --image-quality <number>\s.*\[1 to 100;\s+default 80\]/s);
  t.match((await runHere(['help', 'doctor'])).stdout.toString(), /tintype doctor \[--json\]/);
  t.match((await runHere(['install-browser', '--help'])).stdout.toString(), /--mirror <url>/);
});

t.test('wrong use: exit code 2, one line that says what to type, nothing written', async (t) => {
  const dir = t.testdir({
    'page.html': '<p>',
    'urls.txt': '# two\nhttps://example.com/a\nhttps://example.com/b\n',
    empty: {},
  });
  // No browser is there: what is refused is refused before one is looked for.
  await expectRefusals(
    t,
    {
      'screenhot x': /Unknown command screenhot. Did you mean screenshot\?/,
      'https://example.com': /type: tintype screenshot https:\/\/example.com/,
      screenshot: /Name a page: tintype screenshot <url/,
      'screenshot page.html --fullpage': /Unknown flag --fullpage. Did you mean --full-page\?/,
      'screenshot page.html --image-quality 101':
        /image_quality must be an integer from 1 to 100; got 101/,
      'screenshot page.html --format pgn': /format must be .*got "pgn".* Did you mean png\?/,
      'screenshot page.html --viewport-device iphone_155': /iphone_15/,
      'screenshot page.html -o x.bmp':
        /no format for .bmp. Use one of .jpeg, .jpg, .png, .webp, .gif/,
      'screenshot missing.html': /missing.html: there is no such file/,
      'screenshot empty': /empty is a folder without an index.html/,
      'scrape page.html --qality 5': /Unknown flag --qality/,
      'screenshot page.html --watch': /--watch is for one local page that goes to a file/,
      'screenshot https://example.com --watch -o a.png': /--watch is for one local page/,
      'screenshot page.html --clip 1,2,3': /--clip must be x,y,width,height in pixels/,
      'screenshot page.html --thumbnail small': /--thumbnail must be a width/,
      'screenshot page.html -o z.pdf': /no format for \.pdf.* For a PDF, type: tintype pdf$/m,
      'screenshot urls.txt':
        /urls\.txt is a list of pages. To render each, type: tintype screenshot --from urls\.txt/,
      'screenshot page.html --device "ipad,iPhone 51"': /got "iPhone 51"\. Did you mean/,
      'screenshot page.html --device ipad --device "iPhone 15" -o a.png':
        /-o a\.png is one file; got 2 pages/,
      'screenshot page.html --sandbocks': /Did you mean --no-sandbox\?/,
      'screenshot page.html --viewport-device iphone15': /Did you mean iphone_15\?/,
      'screenshot page.html --storage-state none.json': /none.json: there is no such/,
      'screenshot page.html --fail-on-status bad': /fail_on_status must be statuses/,
      'devices nokia_3310_': /No device has/,
      'completion tcsh': /Say tintype completion bash, zsh, fish; got "tcsh"/,
      'screenshot a.com b.com -o x.png': /-o x.png is one file; got 2 pages/,
      'screenshot page.html --concurrency 0': /--concurrency must be an integer from 1 to 64/,
      'screenshot page.html --allow http://x': /--allow: "http:\/\/x" is a URL/,
      'screenshot ftp://example.com': /not ftp:/,
      'screenshot -': /stdin must be HTML, or a list of URLs; got nothing/,
      'doctor now': /takes no arguments/,
      'screenshot page.html --browsers ws://a --chrome-path /b':
        /--browsers and --chrome-path exclude each other/,
      'install-browser --mirror http://x': /--mirror requires --build/,
    },
    {
      cwd: dir,
      env: { TINTYPE_CHROME_PATH: '/no/browser' },
    },
  );
  t.same(readdirSync(dir).toSorted(), ['empty', 'page.html', 'urls.txt']);
});

t.test('every command has a help that fits the terminal', async (t) => {
  const list = (await runHere(['completion', 'bash'])).stdout.toString();
  const names = /compgen -W "([^"]+)"/.exec(list)?.[1]?.split(' ') ?? [];
  t.ok(names.includes('webhooks'));
  for (const name of names) {
    const { code, stdout } = await runHere([name, '--help']);
    t.equal(code, 0, name);
    for (const line of stdout.toString().split('\n')) t.ok(line.length <= 80, line);
  }
  t.match((await runHere(['screenshot', '--help'])).stdout.toString(), /^ {2}--no-sandbox /m);
});

t.test('the devices, and those with some words', async (t) => {
  const all = (await runHere(['devices'])).stdout.toString().trim().split('\n');
  t.equal(all.length, devices.length + 1);
  const some = (await runHere(['devices', 'iPhone15', 'landscape', '--json'])).stdout.toString();
  const ids = (JSON.parse(some) as { id: string }[]).map(({ id }) => id);
  t.ok(ids.includes('iphone_15_pro_landscape') && !ids.includes('iphone_15'));
});

t.test('bash completes commands, flags and values', async (t) => {
  const dir = t.testdir({ 'complete.sh': (await runHere(['completion', 'bash'])).stdout });
  const complete = (...words: string[]) =>
    execFileSync('bash', [
      '-c',
      '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tintype; echo "${COMPREPLY[@]}"',
      `${dir}/complete.sh`,
      ...words,
    ])
      .toString()
      .trim();
  t.equal(complete('tintype', 'screensh'), 'screenshot');
  t.equal(complete('tintype', 'pdf', '--pdf-lan'), '--pdf-landscape');
  t.equal(complete('tintype', 'screenshot', 'x', '--format', 'p'), 'png');
  t.equal(complete('tintype', 'screenshot', '--no-sand'), '--no-sandbox');
  t.equal(complete('tintype', 'screenshot', 'pa'), '', 'files are left to bash');
  for (const shell of ['zsh', 'fish']) {
    const { code, stdout } = await runHere(['completion', shell]);
    t.equal(code, 0);
    t.match(stdout.toString(), /viewport-device/);
  }
});

const otherNode = '/usr/bin/node';

function isTooOld(node: string): boolean {
  if (!existsSync(node)) return false;
  const [major = 0, minor = 0] = execFileSync(node, ['-p', 'process.versions.node'])
    .toString()
    .split('.')
    .map(Number);
  return major < 22 || (major === 22 && minor < 18);
}

t.test('on an old Node', { skip: !isTooOld(otherNode) && 'no old Node here' }, async (t) => {
  const { code, stdout, stderr } = await runCli(['--version'], { node: otherNode });
  t.equal(code, 0, 'a checkout goes on with the Node that it pins');
  t.match(stdout.toString(), /^\d+\.\d+\.\d+\n$/);
  t.equal(stderr, '');
  const failed = await runCli(['screenshot'], { node: otherNode });
  t.equal(failed.code, 2, 'with its exit code');
  const stuck = await runCli(['--version'], {
    node: otherNode,
    env: { TINTYPE_PINNED_NODE: '1' },
  });
  t.equal(stuck.code, 1);
  t.match(stuck.stderr, /^tintype: Node [\d.]+ is too old; Tintype needs 22\.18 or newer\. .+\n$/);
});

t.test('reports a variable that cannot be read, and still prints the help', async (t) => {
  const env = { TINTYPE_NO_SANDBOX: 'banana' };
  const refused = await runCli(['screenshot', '-', '-o', '-'], { env, input: '<p>' });
  t.equal(refused.code, 1);
  t.match(refused.stderr, /^tintype: TINTYPE_NO_SANDBOX must be 1, .*; got "banana"\..*\n$/);
  t.equal((await runHere(['screenshot', '--help'], { env })).code, 0);
});

t.test('a refusal after a browser was started is reported before Node exits', async (t) => {
  const cwd = t.testdir({ 'urls.txt': 'https://example.com\n' });
  const { code, stderr } = await runCli(['screenshot', 'urls.txt'], { cwd });
  t.equal(code, 2);
  t.match(stderr, /^tintype: urls\.txt is a list of pages/);
});
