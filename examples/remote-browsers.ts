// Renders in a running browser: here one that this program starts with a debugging port.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultCacheDir, findBrowser } from '@tintype/chrome';
import { createRenderer } from 'tintype';

const { env, platform } = process;
const uid = process.getuid?.();
const cacheDir = defaultCacheDir({ env, platform, uid, homedir: homedir() });
const { path } = await findBrowser({ env, homedir: homedir(), cacheDir });
const profile = await mkdtemp(join(tmpdir(), 'remote-'));
const flags = [
  '--headless',
  '--remote-debugging-port=0',
  `--user-data-dir=${profile}`,
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Chromium has no sandbox for root.
  ...(uid === 0 ? ['--no-sandbox'] : []),
];
const browser = spawn(path, flags, { stdio: ['ignore', 'ignore', 'pipe'] });
const ended = once(browser, 'exit');

// It prints its address: ws://127.0.0.1:<port>/devtools/browser/<id>.
let said = '';
for await (const chunk of browser.stderr.setEncoding('utf8')) {
  said += String(chunk);
  if (/listening on ws:\S+\s/.test(said)) break;
}
const address = /ws:\S+/.exec(said)?.[0];
if (address === undefined) throw new Error(`The browser did not start: ${said}`);

const renderer = createRenderer({ browsers: [address] });
const { body, receipt } = await renderer.render({
  kind: 'screenshot',
  html: '<body style="background:seagreen;color:white;font:64px sans-serif">From afar',
  viewport_width: 640,
  viewport_height: 360,
});
await mkdir('out', { recursive: true });
await writeFile('out/remote-browsers.jpeg', body);
// Restrictions that were not enforced, because Tintype did not start the browser.
console.log(receipt.browser?.unguarded.join(', '));

// Closes the connection, not the browser.
await renderer.stop();
console.log(`still running: ${browser.exitCode === null}`);
browser.kill();
await ended;
await rm(profile, { recursive: true, force: true, maxRetries: 5 });
