import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import t from 'tap';
import { type FindBrowserOptions, findBrowser } from './find-browser.ts';

const SYSTEM_SHELL = '/usr/lib/chromium/chromium-headless-shell';

/** Writes a start script that cannot be mistaken for a wrapper around another program. */
function program(file: string, text = '#!/bin/sh\necho one\necho two\n'): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o755 });
  chmodSync(file, 0o755);
  return file;
}

function bare(dir: string, more: Partial<FindBrowserOptions> = {}): FindBrowserOptions {
  // Not Linux, so that the fixed locations of this machine are left out.
  return { cacheDir: path.join(dir, 'cache'), homedir: dir, env: {}, platform: 'darwin', ...more };
}

t.test('uses a named browser and searches no further', async (t) => {
  const dir = t.testdir();
  const shell = program(path.join(dir, 'chrome-headless-shell'));
  const chrome = program(path.join(dir, 'my-chrome'));
  const options = bare(dir);
  t.match(await findBrowser({ ...options, executablePath: shell }), {
    path: shell,
    flavour: 'headless-shell',
    source: 'option',
  });
  t.match(await findBrowser({ ...options, executablePath: chrome }), { flavour: 'chrome' });
});

t.test('a named browser that cannot run is an error that says so', async (t) => {
  const dir = t.testdir({ text: 'no program', folder: {} });
  for (const [name, reason] of [
    ['none', 'there is no such file'],
    ['text', 'it is not executable by this user'],
    ['folder', 'it is not a file'],
  ] as const) {
    const executablePath = path.join(dir, name);
    await t.rejects(findBrowser({ ...bare(dir), executablePath }), {
      code: 'browser_unavailable',
      message: `The browser at ${executablePath} cannot be used: ${reason}. It was named by`,
    });
  }
});

t.test('scripts that only start another program are left out of the way', async (t) => {
  const dir = t.testdir();
  const real = program(path.join(dir, 'own lib', 'headless-shell'));
  const wrapper = program(path.join(dir, 'shell'), `#!/bin/sh -e\n\n"${real}" "$@"\n`);
  const other = program(path.join(dir, 'other'), `#!/bin/sh\nexport X=1\nexec "${real}" "$@"\n`);
  const find = (executablePath: string) => findBrowser({ ...bare(dir), executablePath });
  t.match(await find(wrapper), { path: real, flavour: 'headless-shell' });
  t.match(await find(other), { path: other }, 'a script that does more is kept');
});

t.test('order of the locations', async (t) => {
  const dir = t.testdir();
  const at = (...parts: string[]) => program(path.join(dir, ...parts));
  const playwright = at('pw', 'chromium_headless_shell-1200', 'chrome-mac', 'headless_shell');
  const env: Record<string, string> = { PLAYWRIGHT_BROWSERS_PATH: path.join(dir, 'pw') };
  t.equal((await findBrowser(bare(dir, { env }))).path, playwright);

  const inner = ['chrome-headless-shell-mac-x64', 'chrome-headless-shell'];
  const base = ['.cache', 'puppeteer', 'chrome-headless-shell'];
  at(...base, 'mac-99.0.1.1', ...inner);
  const newest = at(...base, 'mac-153.0.1.1', ...inner);
  t.match(await findBrowser(bare(dir, { env })), { path: newest, version: '153.0.1.1' });

  const onPath = at('bin', 'chrome-headless-shell');
  env['PATH'] = `relative:${path.join(dir, 'empty')}:${path.join(dir, 'bin')}`;
  t.equal((await findBrowser(bare(dir, { env }))).path, onPath);

  const installed = at('cache', 'chrome-headless-shell', 'mac-150.0.1.1', ...inner);
  t.match(await findBrowser(bare(dir, { env })), {
    path: installed,
    source: 'installed',
    version: '150.0.1.1',
  });
});

t.test('a browser in a snap is passed over', async (t) => {
  const dir = t.testdir();
  const text = '#!/bin/sh\nexec /snap/bin/chromium "$@"\n';
  program(path.join(dir, 'snap', 'headless-shell'), text);
  const real = program(path.join(dir, 'bin', 'headless-shell'));
  const env = { PATH: `${path.join(dir, 'snap')}:${path.join(dir, 'bin')}` };
  t.equal((await findBrowser(bare(dir, { env }))).path, real);
});

const skip = !existsSync(SYSTEM_SHELL) && 'apt-get install chromium-headless-shell';
t.test('the headless shell of Debian', { skip }, async (t) => {
  const dir = t.testdir();
  const expected = { path: SYSTEM_SHELL, flavour: 'headless-shell' };
  const options = bare(dir, { platform: 'linux' });
  t.match(await findBrowser(options), { ...expected, source: 'machine' });
  const executablePath = '/usr/bin/chromium-headless-shell';
  t.match(await findBrowser({ ...options, executablePath }), { ...expected, source: 'option' });
});
