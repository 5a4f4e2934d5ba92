import type { ChromeBrowser } from './chrome-browser.ts';

/** Says so when a browser that was started with its GPU flags on draws in software all the same. */
export async function warnOfSoftware(browser: ChromeBrowser): Promise<void> {
  const { gpu } = await browser.session.send('SystemInfo.getInfo');
  const renderer = String(gpu.auxAttributes?.['glRenderer'] ?? '');
  const { featureStatus } = gpu as { featureStatus?: Record<string, string> };
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
