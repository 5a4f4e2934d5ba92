import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generate } from 'selfsigned';
import { inDepth, makeFolder, unlessInstalled } from '@tintype/testkit';
import sharp from 'sharp';
import t, { type Test } from 'tap';
import { runHere } from './cli/run-here.ts';
import { createBackgroundService } from './client/background.ts';
import { commandLines, type CommandLine } from './docs/command-lines.ts';
import { readBlocks, type Block } from './docs/read-blocks.ts';
import { build } from './installed/install-closure.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const blocks = await readBlocks(root);

const inLanguage = (...names: string[]) =>
  blocks.filter(({ language, notRun }) => names.includes(language) && notRun === undefined);

/** Whole programs in several languages, and pages that are one program, have tests of their own. */
const triedBy: Record<string, string> = {
  'docs/client.md ts': 'tests/client/docs.test.ts',
  'docs/signing.md ts': 'tests/client/docs.test.ts',
  'docs/signing.md js': 'tests/client/docs.test.ts',
  'docs/signing.md python': 'tests/client/docs.test.ts',
  'docs/signing.md sh': 'tests/client/docs.test.ts',
  'docs/monitors.md sh': 'tests/monitors/docs.test.ts',
  'docs/webhooks.md js': 'tests/service/webhook-docs.test.ts',
  'docs/webhooks.md python': 'tests/service/webhook-docs.test.ts',
  'docs/restoring.md sh': 'tests/serve/restoring.test.ts',
  'docs/service.md dockerfile': 'tests/serve/example.test.ts',
};
const isTriedHere = ({ file, language }: Block) => triedBy[`${file} ${language}`] === undefined;

/**
 * Of the other documents the default run checks the types of programs, and runs commands that start
 * no browser, and one of each of `renderedOnce`.
 */
const covering = new Set([
  'README.md',
  'docs/library.md',
  'docs/open-pages.md',
  'packages/server/README.md',
]);

/** One program of each of those documents. */
function coveringPrograms(t: Test, programs: readonly Block[]): ReadonlySet<Block> {
  const seen = new Set<string>();
  const chosen = programs.filter((block) => {
    if (!isTriedHere(block)) return false;
    const isFirst = covering.has(block.file) && !seen.has(block.file);
    seen.add(block.file);
    return isFirst || inDepth(t, block.name);
  });
  return new Set(chosen);
}

/** Files of other programs, and what programs say. */
const shown = ['text', 'yaml', 'nginx', 'ini'];

const service = await createBackgroundService(t);
const { accessKey } = await service.account();
const page = service.pages.page(
  '/',
  '<title>Hello</title><h1>hello</h1><button class="accept">Accept</button>',
);
const host = new URL(page).host;

const certificate = await generate(undefined, { keySize: 2048 });

/**
 * Creates a folder with the files that the documents mention, and returns a function that adapts
 * their code to this machine.
 */
async function prepare(folder: string): Promise<(code: string, own?: string) => string> {
  const files: Record<string, string> = {
    'public/index.html': '<h1>public</h1>',
    'page.html': '<h1>page</h1>',
    'addresses.txt': `${page}\n`,
    'label.html': '<h1>label</h1>',
    'index.html': '<h1>index</h1>',
    'style.css': 'h1 { color: red }',
    'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'hello/index.html': '<h1>hello</h1>',
    'tintype.json': '{ "port": 8080 }',
    'master-key': 'ab'.repeat(32),
    'lists/own.txt': '||ads.example^\n',
    'fullchain.pem': certificate.cert,
    'privkey.pem': certificate.private,
    'backups/.keep': '',
    'urls.yml': `- { name: Home, url: "${page}", sizes: [90x60] }\n`,
    'storybook-static/index.json':
      '{"v":5,"entries":{"a":{"id":"a","title":"A","name":"B","type":"story"}}}',
    'storybook-static/iframe.html': '<body class="sb-show-main">story',
    'steps.yaml': '- click: text/Accept\n- wait_for: h1\n',
    'secrets.json': '{ "password": "correct horse" }',
    'recording.json': JSON.stringify({ title: 'A', steps: [{ type: 'navigate', url: page }] }),
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  for (const [name, background] of Object.entries({ before: '#fff', after: '#06c' })) {
    const image = sharp({ create: { width: 40, height: 30, channels: 3, background } });
    await image.toFile(join(folder, `${name}.png`));
  }
  const mapped: [string, string][] = [
    ['https://example.com/', page],
    ['https%3A%2F%2Fexample.com', encodeURIComponent(page)],
    ['https://example.com', page.replace(/\/$/, '')],
    ['https://example.org', `${page}?other`],
    ['https://hooks.example/', page],
    ['https://revealjs.com/demo/', page],
    ['https://shots.example/v1/', `${service.address}/v1/`],
    ['10.0.0.0/8', '127.0.0.0/8'],
    [' example.com', ` ${page}`],
    ['http://127.0.0.1:3000', service.address],
    ['localhost:3000', host],
    ['port: 3000', 'port: 0'],
    ['your access key', accessKey],
    ['m0jIoZ81K16psigIQXTnLeJU', accessKey],
    ['$API', service.address],
    ['$KEY', accessKey],
    ['duration: 5', 'duration: 0.2'],
    ['/run/secrets/tintype-master-key', join(folder, 'master-key')],
    ['examples/hello/', 'hello/'],
    ['/backups', join(folder, 'backups')],
    ['/srv/own.txt', join(folder, 'lists', 'own.txt')],
    ['/srv/lists', join(folder, 'lists')],
  ];
  return (code, own = '.') =>
    [...mapped, ['/var/', `${join(folder, own, 'var')}/`] as const].reduce(
      (text, [from, to]) => text.replaceAll(from, to),
      code,
    );
}

t.test('every block says what it is, and few are not run', async (t) => {
  const known = ['ts', 'js', 'python', 'sh', 'json', 'dockerfile', ...shown];
  for (const { name, language } of blocks) t.ok(known.includes(language), `${name}: ${language}`);
  for (const block of inLanguage('js', 'python')) {
    t.notOk(isTriedHere(block), `${block.name} has a test that runs it, or says why it has none`);
  }
  const notRun = blocks.filter((block) => block.notRun !== undefined);
  t.ok(notRun.length <= 8, `${notRun.length} blocks are not run`);
  for (const { name, notRun: reason = '' } of notRun) t.ok(reason.length > 10, name);
  for (const [what, test] of Object.entries(triedBy)) {
    const [file = '', language] = what.split(' ');
    t.ok(
      blocks.some((block) => block.file === file && block.language === language),
      what,
    );
    const source = await readFile(join(root, test), 'utf8');
    const name = file.replace('docs/', '');
    t.ok(source.includes(name) || name === 'service.md', `${test} reads ${file}`);
  }
});

/** The blocks of this page follow each other. */
function joined(list: readonly Block[]): Block[] {
  const [first, ...more] = list.filter(({ file }) => file === 'docs/client.md');
  if (!first) return [...list];
  const code = [first, ...more].map((block) => block.code).join('\n');
  return [{ ...first, code }, ...list.filter(({ file }) => file !== 'docs/client.md')];
}

t.test('programs fit the types, and run', async (t) => {
  const dir = t.testdir({});
  const localise = await prepare(dir);
  const programs = joined(inLanguage('ts'));
  t.ok(programs.length >= 20);
  const files = await Promise.all(
    programs.map(async ({ code, name }, at) => {
      const file = join(dir, `${String(at).padStart(2, '0')}-${name.replaceAll(/\W+/g, '-')}.ts`);
      await writeFile(file, localise(code, `program-${at}`));
      return file;
    }),
  );
  await writeFile(join(dir, 'package.json'), '{"type":"module"}');
  // The declarations that people get: to check them takes a tenth of what the sources take.
  build();
  const compilerOptions = {
    noEmit: true,
    composite: false,
    noUnusedLocals: false,
    customConditions: [],
  };
  const tsconfig = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions,
    include: ['*.ts'],
  };
  await writeFile(join(dir, 'tsconfig.json'), JSON.stringify(tsconfig));
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  // tap loads itself into every Node process that a test starts, and tsc does not stand that.
  const checked = run('env', ['-u', 'NODE_OPTIONS', process.execPath, tsc, '-p', dir]).catch(
    (error: { stdout: string }) => error,
  );
  const chosen = coveringPrograms(t, programs);
  t.ok(chosen.size >= covering.size);
  const ran = files.filter((_file, at) => chosen.has(programs[at]!));
  const runner = join(import.meta.dirname, 'docs', 'snippet-runner.ts');
  const { stderr } = await run(process.execPath, [runner, ...ran], {
    cwd: dir,
    env: { ...process.env, TINTYPE_EGRESS_ALLOW: '127.0.0.1' },
  }).catch((error: { stderr: string }) => error);
  t.equal(stderr, '');
  t.equal((await checked).stdout, '');
});

/** Runs one command of Tintype inside this process: dozens of processes would take a minute. */
async function tintype(
  line: CommandLine & { file: string },
  folder: string,
): Promise<[code: number | null, said: string]> {
  const [, ...given] = line.words;
  const args = [...given];
  // A service would listen until a signal: its configuration is printed instead.
  if (args[0] === 'serve') args.push('--print-config');
  if (args[0] === 'screencast' && !args.includes('--duration')) args.push('--duration', '0.2');
  const env = {
    TINTYPE_EGRESS_ALLOW: '127.0.0.1',
    TINTYPE_DATA_DIR: join(folder, 'data', line.file),
    ...line.environment,
  };
  const input =
    line.input?.[0] === 'cat' ? await readFile(join(folder, line.input[1]!), 'utf8') : '';
  const { code, stderr } = await runHere(args, { cwd: folder, env, input });
  return [code, stderr];
}

/** The commands that start a browser. */
const rendering = new Set(['archive', 'capture', 'pdf', 'scrape', 'screencast', 'screenshot']);

/**
 * The first of each of these renders in the default run; `tests/cli` has a test of each of the
 * others. The rest gets as far as the browser.
 */
const renderedOnce = new Set(['archive', 'capture', 'pdf', 'screencast', 'screenshot --trace']);

/** The commands that are about accounts and what they asked for. */
const aboutData = new Set([
  'backup',
  'console',
  'keys',
  'migrate',
  'requests',
  'tasks',
  'webhooks',
]);

const noBrowser = { TINTYPE_CHROME_PATH: '/no/browser' };

const scripts = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/**
 * Whether npm would know what a line asks of it; it is not asked, because it takes minutes or goes
 * to the internet.
 */
async function npmKnows([, command, name]: readonly string[]): Promise<boolean> {
  if (command === 'ci') return true;
  if (command === 'test' || command === 'run') {
    return Object.hasOwn(scripts.scripts, command === 'test' ? 'test' : (name ?? ''));
  }
  if (!/^(i|install)$/.test(command ?? '') || name === undefined) return false;
  // What check:packages wrote.
  if (name.endsWith('/packs/*.tgz')) return true;
  const folder = join(root, 'packages', name.replace('@tintype/', ''), 'package.json');
  return (JSON.parse(await readFile(folder, 'utf8')) as { name: string }).name === name;
}

t.test('commands are ones that Tintype knows, and do what they say', async (t) => {
  const dir = makeFolder(t);
  const localise = await prepare(dir);
  let count = 0;
  const withAccount = new Set<string>();
  /** Commands that start a browser, in the documents, and those of them that rendered. */
  const named = new Set<string>();
  const rendered = new Set<string>();
  for (const { name, file: document, code } of inLanguage('sh').filter(isTriedHere)) {
    const file = document.replaceAll('/', '-');
    if (/^\s*curl |^\w+=/m.test(code) && !/\btintype\b/.test(code.split('\n')[0]!)) continue;
    for (const line of commandLines(localise(code))) {
      if (line.words[0] === 'npx') line.words.shift();
      const text = `${name}: ${line.words.join(' ')}`;
      if (line.words[0] === 'npm') {
        t.ok(await npmKnows(line.words), text);
        continue;
      }
      t.equal(line.words[0], 'tintype', text);
      count += 1;
      const command = line.words[1] ?? '';
      // Accounts, tasks and similar are those of one document.
      if (aboutData.has(command) && !withAccount.has(file)) {
        withAccount.add(file);
        const words = ['tintype', 'keys', 'create', 'own', '--plan', 'scale'];
        if (!code.includes('keys create'))
          await tintype({ words, file, environment: {}, input: undefined }, dir);
      }
      if (rendering.has(command)) {
        // Another command opens the trace.
        const what = line.words.includes('--trace') ? `${command} --trace` : command;
        const isFirst = renderedOnce.has(what) && !rendered.has(what);
        named.add(what);
        if (!isFirst && !inDepth(t, text)) {
          const environment = { ...line.environment, ...noBrowser };
          const [exit, said] = await tintype({ ...line, environment, file }, dir);
          t.equal(exit, 1, `${text}: ${said}`);
          t.match(said, /\/no\/browser/, text);
          continue;
        }
        rendered.add(what);
      }
      const [exit, said] = await tintype({ ...line, file }, dir);
      // What the documents call by an id is there for them alone.
      const isDifferent = command === 'compare' && exit === 1;
      const isUnknown = /^(tasks|webhooks)$/.test(line.words[1] ?? '') && / not found/.test(said);
      t.ok(exit === 0 || isDifferent || isUnknown, `${text}: ${exit} ${said}`);
    }
  }
  t.ok(count >= 30, `${count} commands`);
  t.same(
    [...named].toSorted(),
    [...rendering, 'screenshot --trace'].toSorted(),
    'the documents have a command line of each',
  );
  t.same(
    [...renderedOnce].filter((what) => !rendered.has(what)),
    [],
    'and of these one rendered',
  );
});

t.test('calls of the service are answered', { skip: unlessInstalled('curl') }, async (t) => {
  const dir = t.testdir({});
  const localise = await prepare(dir);
  const calls = inLanguage('sh').filter(
    (block) => isTriedHere(block) && /^curl /m.test(block.code),
  );
  t.ok(calls.length >= 5);
  for (const { name, code } of calls) {
    const script = localise(code).replaceAll(/^curl /gm, 'curl --fail-with-body -sS ');
    const { stdout } = await run('sh', ['-ec', script], { cwd: dir }).catch((error) => {
      t.fail(`${name}: ${String(error.stderr)}${String(error.stdout)}`);
      return { stdout: '' };
    });
    t.notMatch(stdout, /"statusCode"/, name);
  }
});

t.test('what the documents show of answers is JSON of that shape', async (t) => {
  for (const { name, code } of inLanguage('json')) t.doesNotThrow(() => JSON.parse(code), name);
  const http = inLanguage('json').filter(({ file }) => file === 'docs/http.md');
  const errors = http.map(({ code }) => JSON.parse(code) as Record<string, unknown>);
  const ask = async (path: string, key: string) =>
    (await fetch(service.address + path, { headers: { 'x-access-key': key } })).json();
  const answers = [
    await ask('/v1/usage', 'nobody'),
    await ask('/v1/screenshot?url=https%3A%2F%2Fexample.com&ful_page=true', accessKey),
  ];
  for (const answer of answers) {
    const text = JSON.stringify(answer);
    t.ok(
      errors.some((error) => JSON.stringify(error) === text),
      text,
    );
  }
  const dir = t.testdir({});
  for (const { file, code, name } of inLanguage('json')) {
    if (!/configuration|accounts/.test(file)) continue;
    await writeFile(join(dir, 'config.json'), code);
    const words = ['tintype', 'serve', '--config', join(dir, 'config.json')];
    const [exit, said] = await tintype(
      { words, file: 'config', environment: {}, input: undefined },
      dir,
    );
    t.equal(exit, 0, `${name}: ${said}`);
  }
});
