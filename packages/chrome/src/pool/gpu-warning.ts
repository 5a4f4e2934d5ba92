import { setTimeout as delay } from 'node:timers/promises';
import type { ChromeBrowser } from './browser-and-page.ts';

/** A graphics process that crashes again and again never answers. */
const infoBoundMs = 3000;

/** Warns if a browser that was started with its GPU flags draws in software nonetheless. */
export async function warnOfSoftware(browser: ChromeBrowser): Promise<void> {
  const info = await Promise.race([
    browser.session.send('SystemInfo.getInfo').catch(() => undefined),
    delay(infoBoundMs, undefined, { ref: false }),
  ]);
  const gpu = info?.gpu ?? {};
  const { auxAttributes, featureStatus } = gpu as {
    auxAttributes?: Record<string, unknown>;
    featureStatus?: Record<string, string>;
  };
  const renderer = String(auxAttributes?.['glRenderer'] ?? '');
  const compositing = String(featureStatus?.['gpu_compositing'] ?? '');
  const isHardware =
    compositing.startsWith('enabled') &&
    renderer !== '' &&
    !/SwiftShader|llvmpipe|softpipe|Software/i.test(renderer);
  if (isHardware) return;
  browser.warn(
    'gpu_rendering: no graphics card was found, so the page was drawn in software. See `tintype doctor`.',
  );
}
