import { existsSync, statSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import t from 'tap';
import { describeFonts, fontFolders, fontconfigForBareSystem } from './fonts.ts';

t.test('a system without fontconfig gets a file of ours, and the font that it names', async (t) => {
  const cacheDir = t.testdir();
  const systemConfig = path.join(cacheDir, 'none.conf');
  const options = { cacheDir, systemConfig, homedir: '/h', env: {}, platform: 'linux' as const };
  const file = await fontconfigForBareSystem(options);
  const text = await readFile(String(file), 'utf8');
  const dirs = [...text.matchAll(/<dir>(.*)<\/dir>/g)].map(([, dir]) => String(dir));
  t.ok(dirs.includes('/usr/share/fonts'), 'what is installed later is found');
  const own = dirs.at(-1) ?? '';
  t.ok(existsSync(own), own);
  t.ok(statSync(own).mode & 0o005, 'open to the user of the browser');
  t.equal(await fontconfigForBareSystem(options), file, 'the second time it is there');

  const report = await describeFonts([own]);
  t.equal(report.families, 1);
  const missing = report.missing.map(({ script }) => script);
  for (const script of ['Latin', 'Greek', 'Cyrillic']) t.notOk(missing.includes(script), script);
  for (const script of ['Thai', 'Chinese', 'Emoji']) t.ok(missing.includes(script), script);
});

t.test('who brings a fontconfig keeps it', async (t) => {
  const options = { cacheDir: t.testdir(), homedir: '/h', systemConfig: '/none' };
  const env = { FONTCONFIG_FILE: '/my.conf' };
  t.equal(await fontconfigForBareSystem({ ...options, env, platform: 'linux' }), undefined);
  t.equal(await fontconfigForBareSystem({ ...options, env: {}, platform: 'darwin' }), undefined);
});

t.test('what only looks like a font is passed over', async (t) => {
  const dir = t.testdir({ 'a.ttf': 'short', 'b.otf': '', 'readme.txt': 'x' });
  await writeFile(path.join(dir, 'c.ttf'), Buffer.alloc(4096, 0xff));
  const report = await describeFonts([dir, path.join(dir, 'no such folder')]);
  t.equal(report.families, 0);
  const latin = report.missing.find(({ script }) => script === 'Latin');
  t.same(latin, { script: 'Latin', package: 'fonts-liberation' });
});

t.test('fonts in folders below are found', async (t) => {
  const cacheDir = t.testdir();
  const options = { cacheDir, systemConfig: '/none', homedir: '/h', env: {} };
  const config = await fontconfigForBareSystem({ ...options, platform: 'linux' });
  const bundled = path.join(path.dirname(String(config)), 'fonts/Open_Sans/OpenSans-Regular.ttf');
  const deep = path.join(cacheDir, 'home/.local/share/fonts/deep');
  await mkdir(deep, { recursive: true });
  await writeFile(path.join(deep, 'font.TTF'), await readFile(bundled));
  const locations = { platform: 'linux' as const, homedir: path.join(cacheDir, 'home'), env: {} };
  const own = fontFolders(locations).filter((folder) => folder.startsWith(cacheDir));
  t.equal((await describeFonts(own)).families, 1);
});
