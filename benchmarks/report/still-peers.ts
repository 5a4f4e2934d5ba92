import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, LaunchOptions, Page } from 'puppeteer-core';
import { findMachineBrowser, type Contender } from '../contenders.ts';
import { childPids } from '../process-time.ts';
import type { Peers } from './fetch-peers.ts';

const viewport = { width: 1280, height: 1080 };
const jpeg = { type: 'jpeg', quality: 80 } as const;

/** As root, no browser has its sandbox but that of Tintype. */
const args = ['--no-sandbox'];

async function launchOptions(): Promise<LaunchOptions> {
  const { path: executablePath } = await findMachineBrowser();
  return { executablePath, headless: 'shell', args, defaultViewport: viewport };
}

async function startedBy<T>(start: () => Promise<T>): Promise<{ made: T; pids: number[] }> {
  const before = new Set(childPids(process.pid));
  const made = await start();
  return { made, pids: childPids(process.pid).filter((pid) => !before.has(pid)) };
}

interface PlaywrightPage {
  goto(url: string, options: object): Promise<unknown>;
  screenshot(options: object): Promise<Uint8Array>;
  waitForTimeout(ms: number): Promise<void>;
  video(): { path(): Promise<string> };
}

export interface Playwright {
  chromium: {
    launch(options: object): Promise<{
      newContext(options: object): Promise<{
        newPage(): Promise<PlaywrightPage>;
        close(): Promise<void>;
      }>;
      close(): Promise<void>;
    }>;
  };
}

export async function playwright(peers: Peers): Promise<Contender> {
  const { chromium } = peers.load<Playwright>('playwright-core');
  const { executablePath } = await launchOptions();
  const { made, pids } = await startedBy(() => chromium.launch({ executablePath, args }));
  return {
    name: 'playwright-core',
    pids: () => pids,
    async shoot(url) {
      const context = await made.newContext({ viewport });
      const page = await context.newPage();
      await page.goto(url, { waitUntil: 'load' });
      const image = await page.screenshot(jpeg);
      await context.close();
      return image;
    },
    stop: () => made.close(),
  };
}

interface ClusterModule {
  Cluster: {
    CONCURRENCY_CONTEXT: number;
    launch(options: object): Promise<{
      execute<T>(
        url: string,
        task: (given: { page: Page; data: string }) => Promise<T>,
      ): Promise<T>;
      close(): Promise<void>;
    }>;
  };
}

export async function puppeteerCluster(peers: Peers, atOnce: number): Promise<Contender> {
  const { Cluster } = peers.load<ClusterModule>('puppeteer-cluster');
  const puppeteerOptions = await launchOptions();
  const { made, pids } = await startedBy(() =>
    Cluster.launch({
      concurrency: Cluster.CONCURRENCY_CONTEXT,
      maxConcurrency: atOnce,
      puppeteer: peers.load('puppeteer'),
      puppeteerOptions,
    }),
  );
  return {
    name: 'puppeteer-cluster',
    pids: () => pids,
    shoot: (url) =>
      made.execute(url, async ({ page, data }) => {
        await page.goto(data, { waitUntil: 'load' });
        return page.screenshot(jpeg);
      }),
    stop: () => made.close(),
  };
}

interface Browserless {
  createContext(): Promise<{
    screenshot(url: string, options: object): Promise<Uint8Array>;
    destroyContext(): Promise<void>;
  }>;
  close(): Promise<void>;
}

/**
 * With the puppeteer that it is made for, which capture-website brings. At its fastest: without
 * what it does about advertisements, and with animations as they are.
 */
export async function browserless(peers: Peers): Promise<Contender> {
  const create = peers.load<(options: object) => Browserless>('browserless');
  const puppeteer = peers.load(peers.file('capture-website', 'node_modules/puppeteer'));
  const options = { ...(await launchOptions()), puppeteer };
  const fastest = { ...jpeg, adblock: false, waitUntil: 'load', animations: true };
  const { made, pids } = await startedBy(async () => {
    const engine = create(options);
    const context = await engine.createContext();
    await context.destroyContext();
    return engine;
  });
  return {
    name: 'browserless',
    pids: () => pids,
    async shoot(url) {
      const context = await made.createContext();
      const image = await context.screenshot(url, fastest);
      await context.destroyContext();
      return image;
    },
    stop: () => made.close(),
  };
}

interface CaptureWebsite {
  default: { buffer(url: string, options: object): Promise<Uint8Array> };
}

/** It starts a browser for each image; the CPU time of ended ones is unknown, so there is none. */
export async function captureWebsite(peers: Peers): Promise<Contender> {
  const module = peers.load<CaptureWebsite>('capture-website').default;
  const { executablePath } = await launchOptions();
  const options = { type: 'jpeg', quality: 0.8, scaleFactor: 1, ...viewport };
  return {
    name: 'capture-website',
    pids: () => [],
    shoot: (url) =>
      module.buffer(url, {
        ...options,
        launchOptions: { executablePath, headless: 'shell', args },
      }),
    stop: async () => {},
  };
}

/** The image that a page ends with: after the network has been quiet, and two seconds more. */
export async function finalImages(peers: Peers, urls: readonly string[]): Promise<Uint8Array[]> {
  const puppeteer = peers.load<{ launch(options: LaunchOptions): Promise<Browser> }>('puppeteer');
  const profile = await mkdtemp(path.join(tmpdir(), 'tintype-bench-'));
  const browser = await puppeteer.launch({ ...(await launchOptions()), userDataDir: profile });
  try {
    const images: Uint8Array[] = [];
    for (const url of urls) {
      const page = await browser.newPage();
      await page.goto(url, { waitUntil: 'networkidle0' });
      await new Promise((resolve) => setTimeout(resolve, 2000));
      images.push(await page.screenshot(jpeg));
      await page.close();
    }
    return images;
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true });
  }
}
