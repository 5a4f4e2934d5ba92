import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findBrowser, findFullChrome } from '@tintype/chrome';
import {
  allProcesses,
  createFixtureServer,
  inDepth,
  noFullChrome,
  readPixels,
} from '@tintype/testkit';
import sharp from 'sharp';
import t from 'tap';
import { createRenderer, type ScreenshotInput } from 'tintype';
import { sourceCondition } from './source-condition.ts';

/**
 * The one that is named where it is a full one, else one of the machine: a headless shell would
 * come before it otherwise.
 */
async function fullChrome(): Promise<string | undefined> {
  const { env } = process;
  const executablePath = env['TINTYPE_CHROME_PATH'];
  if (executablePath) {
    const named = await findBrowser({ executablePath, cacheDir: '', env, homedir: '' });
    if (named.flavour === 'chrome') return named.path;
  }
  return (await findFullChrome())?.path;
}

const executablePath = await fullChrome();
const skip = executablePath === undefined && noFullChrome;

/** Command lines of all processes that use a profile of the process `owner`; zombies have none. */
function commandsRunning(owner = process.pid): string[] {
  return allProcesses()
    .map(({ commandLine }) => commandLine)
    .filter((command) => command.includes(`/tintype-${owner}-`));
}

const profiles = (owner = process.pid) =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`tintype-${owner}-`));

t.test('full Chrome makes everything, and leaves nothing behind', { skip }, async (t) => {
  const server = await createFixtureServer(t);
  const renderer = createRenderer({
    chrome: { executablePath: executablePath ?? '' },
    egress: { allow: ['127.0.0.1'] },
    concurrency: 2,
    spares: 0,
  });
  t.teardown(() => renderer.stop());
  const timeout = 30;

  await t.test('images, several at once and larger than any window', async (t) => {
    const url = server.page('/image', '<body style="background: #f00; margin: 0">');
    const tall = server.page(
      '/tall',
      '<body style="margin: 0"><p style="height: 1500px; margin: 0; background: #00f"><p style="height: 100px; margin: 0; background: #0f0">',
    );
    const image = async (request: Omit<ScreenshotInput, 'kind'>) => {
      const { body } = await renderer.render({
        kind: 'screenshot',
        format: 'png',
        timeout,
        ...request,
      });
      return readPixels(body);
    };
    const [small, large, full] = await Promise.all([
      image({ url, viewport_width: 64, viewport_height: 48 }),
      image({ url, viewport_width: 1500, viewport_height: 1200 }),
      image({ url: tall, viewport_width: 300, viewport_height: 200, full_page: true }),
    ]);
    t.match(small, { width: 64, height: 48 });
    small.expectSolid([255, 0, 0, 255]);
    t.match(large, { width: 1500, height: 1200 });
    large.expectSolid([255, 0, 0, 255]);
    t.match(full, { width: 300, height: 1600 });
    t.same(full.at(150, 1499), [0, 0, 255, 255]);
    t.same(full.at(150, 1500), [0, 255, 0, 255]);
  });

  await t.test('a PDF', async (t) => {
    // As the shell makes it: through the same calls.
    if (!inDepth(t, 'a PDF')) return;
    const url = server.page(
      '/pdf',
      '<title>Two sheets</title><p>One<p style="break-before: page">Two',
    );
    const { body, mediaType } = await renderer.render({ kind: 'pdf', url, timeout });
    t.equal(mediaType, 'application/pdf');
    const text = Buffer.from(body).toString('latin1');
    t.match(text, /^%PDF-/);
    t.match(text, /\/Type\s*\/Pages\b[^>]*\/Count 2\b|\/Count 2\b[^>]*\/Type\s*\/Pages\b/s);
  });

  await t.test('what scripts made of a page', async (t) => {
    if (!inDepth(t, 'a scrape')) return;
    const url = server.page(
      '/scrape',
      '<p id=p>before</p><script>p.textContent = "after"</script>',
    );
    const { body } = await renderer.render({ kind: 'scrape', url, timeout });
    t.match(Buffer.from(body).toString(), '<p id="p">after</p>');
  });

  await t.test('a video in real time, with a warning', async (t) => {
    // The shell without frame control, in screencast/hazards.alone.test.ts, records in the same way.
    if (!inDepth(t, 'a video')) return;
    const url = server.page(
      '/video',
      `<style>body { margin: 0; background: #fff }
@keyframes turn { 50%, 100% { background: #00f } }
div { height: 200px; background: #f00; animation: turn .5s steps(1) infinite }</style><div></div>`,
    );
    const { body, warnings } = await renderer.render({
      kind: 'screencast',
      format: 'gif',
      url,
      duration: 1,
      fps: 10,
      viewport_width: 160,
      viewport_height: 120,
      timeout,
    });
    t.match(warnings, [/cannot show frames on command.*real time/]);
    const metadata = await sharp(body).metadata();
    // Equal frames in a row are one with a longer time.
    const shownMs = (metadata.delay ?? []).reduce((sum, ms) => sum + ms, 0);
    t.equal(shownMs, 1000);
    t.match(metadata, { width: 160, format: 'gif' });
    const seen = new Set<string>();
    for (let page = 0; page < (metadata.pages ?? 1); page += 1) {
      const frame = await readPixels(await sharp(body, { page }).png().toBuffer());
      t.match(frame, { width: 160, height: 120 });
      const [red, , blue] = frame.at(80, 60);
      seen.add(red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : 'neither');
    }
    t.same([...seen].toSorted(), ['blue', 'red'], 'both states of the page are in it');
  });

  await t.test(
    'nothing is left after the end',
    { skip: process.platform !== 'linux' && 'needs Linux' },
    async (t) => {
      t.not(commandsRunning().length, 0, 'it runs so far');
      t.comment(
        `crash handlers: ${commandsRunning().filter((c) => c.includes('crashpad_handler\0')).length}`,
      );
      await renderer.stop();
      t.same(commandsRunning(), []);
      t.same(profiles(), []);
    },
  );
});

t.test(
  'full Chrome and its crash handlers end with a killed Node',
  {
    skip: skip || (process.platform !== 'linux' && 'processes are counted in /proc'),
  },
  async (t) => {
    const options = {
      browser: { path: executablePath, flavour: 'chrome', source: 'option' },
      sandbox: 'auto',
      cacheDir: tmpdir(),
    };
    const script = `
    const { launchChrome } = await import('@tintype/chrome');
    await launchChrome({ ...${JSON.stringify(options)}, env: process.env });
    console.log('up');`;
    const child = spawn(
      process.execPath,
      [...sourceCondition, '--input-type=module', '-e', script],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        cwd: import.meta.dirname,
      },
    );
    t.teardown(() => child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    t.not(commandsRunning(child.pid).length, 0, 'it runs');
    child.kill('SIGKILL');
    await once(child, 'exit');
    for (let attempts = 0; attempts < 400 && commandsRunning(child.pid).length > 0; attempts += 1) {
      await delay(25);
    }
    t.same(commandsRunning(child.pid), []);
    // Else the next browser that starts sweeps it.
    for (const name of profiles(child.pid)) rmSync(join(tmpdir(), name), { recursive: true });
  },
);
