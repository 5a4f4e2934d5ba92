import { createRenderer } from 'tintype';
import { chromeFlags, defaultCacheDir, findBrowser } from '@tintype/chrome';
import puppeteer, { type Browser, type ConnectionTransport, type Page } from 'puppeteer-core';
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { chown, mkdtemp } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { childPids } from './process-time.ts';
import { openConnection, openPipe, type RawSession } from './raw-connection.ts';

export interface Contender {
  name: string;
  /** Processes whose CPU time counts, besides this one. */
  pids(): number[];
  shoot(url: string): Promise<Uint8Array>;
  stop(): Promise<void>;
}

export type Output = 'jpeg' | 'html' | 'pdf';

const viewport = { width: 1280, height: 1080 };

/** The browser that Tintype uses on this machine. */
export function findMachineBrowser() {
  const { env, platform } = process;
  const system = { env, homedir: homedir() };
  return findBrowser({
    ...system,
    cacheDir: defaultCacheDir({ ...system, platform, uid: process.getuid?.() }),
  });
}

/** A browser without Tintype around it. */
export interface PlainBrowser {
  pid: number;
  transport: ConnectionTransport;
  kill(): void;
}

/**
 * The same browser and the same flags as Tintype's, without the egress proxy, which the others do
 * not have.
 */
export async function launchPlain(frameControl = false): Promise<PlainBrowser> {
  const browser = await findMachineBrowser();
  const uid = process.getuid?.();
  const userDataDir = await mkdtemp(path.join(tmpdir(), 'tintype-bench-'));
  const user = uid === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (user.uid !== undefined) await chown(userDataDir, user.uid, user.gid);
  const { flavour } = browser;
  const flags = chromeFlags({ flavour, gpu: false, sandbox: true, userDataDir, frameControl });
  const chrome = spawn(
    browser.path,
    [...flags.filter((flag) => !/^--(proxy|host-resolver)/.test(flag)), '--remote-debugging-pipe'],
    { ...user, env: { HOME: userDataDir }, stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const [, , , input, output] = chrome.stdio as unknown as [null, null, null, Writable, Readable];
  const { pid } = chrome;
  if (pid === undefined) throw new Error(`${browser.path} did not start`);
  return {
    pid,
    transport: openPipe(input, output),
    kill() {
      chrome.kill('SIGKILL');
      rmSync(userDataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** Lower bound: plain CDP, a new context for each page, `load` awaited. */
export async function rawCdp(output: Output): Promise<Contender> {
  const chrome = await launchPlain();
  const connection = openConnection(chrome.transport);
  return {
    name: 'raw CDP, new context each',
    pids: () => [chrome.pid],
    async shoot(url) {
      const { browserContextId } = await connection.send('Target.createBrowserContext');
      const { targetId } = await connection.send('Target.createTarget', {
        url: 'about:blank',
        browserContextId,
      });
      const session = await connection.attach(targetId);
      await Promise.all([
        session.send('Page.enable'),
        session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
        session.send('Emulation.setDeviceMetricsOverride', {
          ...viewport,
          deviceScaleFactor: 1,
          mobile: false,
        }),
      ]);
      let loader: string | undefined;
      const loaded = new Set<string>();
      const waiting = new Promise<void>((resolve) => {
        session.on('Page.lifecycleEvent', ({ name, loaderId }) => {
          if (name !== 'load') return;
          loaded.add(loaderId);
          if (loaderId === loader) resolve();
        });
        void session.send('Page.navigate', { url }).then(({ loaderId }) => {
          loader = loaderId;
          if (loaderId !== undefined && loaded.has(loaderId)) resolve();
        });
      });
      await waiting;
      const file = await fileOf[output](session);
      connection.send('Target.disposeBrowserContext', { browserContextId }).catch(() => {});
      return file;
    },
    stop: async () => chrome.kill(),
  };
}

async function jpegOf(session: RawSession): Promise<Uint8Array> {
  const { data } = await session.send('Page.captureScreenshot', { format: 'jpeg', quality: 80 });
  return Buffer.from(data, 'base64');
}

async function pdfOf(session: RawSession): Promise<Uint8Array> {
  const { data } = await session.send('Page.printToPDF', {});
  return Buffer.from(data, 'base64');
}

async function htmlOf(session: RawSession): Promise<Uint8Array> {
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'document.documentElement.outerHTML',
    returnByValue: true,
  });
  return Buffer.from(result.value as string);
}

const fileOf: Record<Output, (session: RawSession) => Promise<Uint8Array>> = {
  jpeg: jpegOf,
  html: htmlOf,
  pdf: pdfOf,
};

/** Puppeteer as its documentation shows it, with a context for each page. */
export async function puppeteerContexts(output: Output): Promise<Contender> {
  const chrome = await launchPlain();
  const browser: Browser = await puppeteer.connect({
    transport: chrome.transport,
    defaultViewport: viewport,
  });
  return {
    name: 'puppeteer, context each',
    pids: () => [chrome.pid],
    async shoot(url) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.goto(url, { waitUntil: 'load' });
      const body = await puppeteerBody(page, output);
      await context.close();
      return typeof body === 'string' ? Buffer.from(body) : body;
    },
    stop: async () => chrome.kill(),
  };
}

function puppeteerBody(page: Page, output: Output): Promise<string | Uint8Array> {
  if (output === 'html') return page.content();
  return output === 'pdf' ? page.pdf() : page.screenshot({ type: 'jpeg', quality: 80 });
}

const kinds = { jpeg: 'screenshot', html: 'scrape', pdf: 'pdf' } as const;

/** Tintype with every default on: egress proxy, settling, a context for each page or a group. */
export async function tintype(
  concurrency: number,
  output: Output,
  group?: string,
): Promise<Contender> {
  const renderer = createRenderer({ concurrency, egress: { allow: ['127.0.0.0/8'] } });
  const before = new Set(childPids(process.pid));
  await renderer.start();
  const pids = childPids(process.pid).filter((pid) => !before.has(pid));
  return {
    name: 'tintype',
    pids: () => pids,
    async shoot(url) {
      const options = group === undefined ? {} : { group };
      const { body } = await renderer.render({ kind: kinds[output], url }, options);
      return body;
    },
    stop: () => renderer.stop(),
  };
}
