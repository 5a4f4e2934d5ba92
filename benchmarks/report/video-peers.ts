import { execFile } from 'node:child_process';
import { mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createRenderer } from 'tintype';
import type { Browser, LaunchOptions, Page } from 'puppeteer-core';
import { findMachineBrowser } from '../contenders.ts';
import { rawScreencast } from '../raw-screencast.ts';
import type { Peers } from './fetch-peers.ts';
import { movingPage, size } from './moving-page.ts';
import type { Playwright } from './still-peers.ts';

const run = promisify(execFile);
const args = ['--no-sandbox'];

export interface Take {
  url: string;
  seconds: number;
  fps: number;
  /** Without its ending. */
  target: string;
}

/** A recorder; `record` returns the file that it made. */
export interface Recorder {
  name: string;
  record(take: Take): Promise<string>;
  stop(): Promise<void>;
}

async function keep(video: Uint8Array, target: string): Promise<string> {
  await writeFile(`${target}.mp4`, video);
  return `${target}.mp4`;
}

export async function rawRecorder(): Promise<Recorder> {
  const raw = await rawScreencast();
  return {
    name: 'raw CDP, frame by frame',
    record: async ({ target, ...take }) => keep(await raw.record({ ...take, ...size }), target),
    stop: async () => raw.stop(),
  };
}

export async function tintypeRecorder(): Promise<Recorder> {
  const renderer = createRenderer({ egress: { allow: ['127.0.0.0/8'] } });
  await renderer.start();
  return {
    name: 'tintype',
    async record({ url, fps, seconds, target }) {
      const { body } = await renderer.render({
        kind: 'screencast',
        url,
        fps,
        duration: seconds,
        viewport_width: size.width,
        viewport_height: size.height,
      });
      return keep(body, target);
    },
    stop: () => renderer.stop(),
  };
}

interface PuppeteerCapture {
  launch(options: LaunchOptions): Promise<Browser>;
  capture(
    page: Page,
    options: object,
  ): Promise<{
    start(file: string): Promise<void>;
    waitForTimeout(ms: number): Promise<void>;
    stop(): Promise<void>;
    detach(): Promise<void>;
  }>;
}

/** It takes a browser of one name alone, which some systems give another one. */
export async function puppeteerCapture(peers: Peers, folder: string): Promise<Recorder> {
  const { launch, capture } = peers.load<PuppeteerCapture>('puppeteer-capture');
  const executablePath = path.join(folder, 'chrome-headless-shell');
  await symlink((await findMachineBrowser()).path, executablePath);
  const browser = await launch({ executablePath, args });
  return {
    name: 'puppeteer-capture',
    async record({ url, fps, seconds, target }) {
      const page = await browser.newPage();
      await page.setViewport(size);
      const recorder = await capture(page, { fps, ffmpeg: 'ffmpeg' });
      await page.goto(url, { waitUntil: 'load' });
      await recorder.start(`${target}.mp4`);
      await recorder.waitForTimeout(seconds * 1000);
      await recorder.stop();
      await recorder.detach();
      await page.close();
      return `${target}.mp4`;
    },
    stop: () => browser.close(),
  };
}

interface ScreenRecorder {
  PuppeteerScreenRecorder: new (
    page: Page,
    options: object,
  ) => { start(file: string): Promise<unknown>; stop(): Promise<unknown> };
}

export async function screenRecorder(peers: Peers): Promise<Recorder> {
  const { PuppeteerScreenRecorder } = peers.load<ScreenRecorder>('puppeteer-screen-recorder');
  const puppeteer = peers.load<{ launch(options: LaunchOptions): Promise<Browser> }>('puppeteer');
  const { path: executablePath } = await findMachineBrowser();
  const browser = await puppeteer.launch({
    executablePath,
    headless: 'shell',
    args,
    defaultViewport: size,
  });
  return {
    name: 'puppeteer-screen-recorder',
    async record({ url, fps, seconds, target }) {
      const page = await browser.newPage();
      await page.goto(url, { waitUntil: 'load' });
      const options = { fps, ffmpeg_Path: '/usr/bin/ffmpeg', videoFrame: size };
      const recorder = new PuppeteerScreenRecorder(page, options);
      await recorder.start(`${target}.mp4`);
      await delay(seconds * 1000);
      await recorder.stop();
      await page.close();
      return `${target}.mp4`;
    },
    stop: () => browser.close(),
  };
}

/**
 * Its recorder looks for an ffmpeg of its own, which it would fetch: it gets that of the machine,
 * see `layOutEncoder`.
 */
export async function playwrightRecorder(peers: Peers): Promise<Recorder> {
  const { chromium } = peers.load<Playwright>('playwright-core');
  const { path: executablePath } = await findMachineBrowser();
  const browser = await chromium.launch({ executablePath, args });
  return {
    name: 'playwright recordVideo',
    async record({ url, seconds, target }) {
      const recordVideo = { dir: `${target}-playwright`, size };
      const context = await browser.newContext({ viewport: size, recordVideo });
      const page = await context.newPage();
      await page.goto(url, { waitUntil: 'load' });
      await page.waitForTimeout(seconds * 1000);
      await context.close();
      const [made = ''] = await readdir(recordVideo.dir);
      await rename(path.join(recordVideo.dir, made), `${target}.webm`);
      return `${target}.webm`;
    },
    stop: () => browser.close(),
  };
}

/** A command that makes a video of a composition, with a browser of its own each time. */
export async function hyperframes(
  peers: Peers,
  seconds: number,
  folder: string,
): Promise<Recorder> {
  const project = path.join(folder, 'composition');
  await mkdir(project, { recursive: true });
  await writeFile(path.join(project, 'index.html'), movingPage(seconds, true));
  const { path: browser } = await findMachineBrowser();
  const command = peers.file('hyperframes', 'bin/hyperframes.mjs');
  const env = {
    ...process.env,
    HYPERFRAMES_BROWSER_PATH: browser,
    PRODUCER_HEADLESS_SHELL_PATH: browser,
    DO_NOT_TRACK: '1',
  };
  return {
    name: 'hyperframes',
    async record({ fps, target }) {
      const flags = ['--fps', String(fps), '--workers', '1', '--no-browser-gpu', '--quiet'];
      const asked = [command, 'render', project, '-o', `${target}.mp4`, ...flags];
      await run(process.execPath, asked, { env, cwd: folder });
      return `${target}.mp4`;
    },
    stop: async () => {},
  };
}
