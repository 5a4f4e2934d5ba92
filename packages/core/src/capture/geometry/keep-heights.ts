import { callInPage } from '../../page/create-page-code.ts';
import { pageCode } from '../page-code.ts';
import type { PageHandle } from '../../page/page-handle.ts';
import { metricsOverride } from '../../page/metrics-override.ts';

type Metrics = Parameters<typeof metricsOverride>[0];

/** Properties that can depend on the window's height. Their values are used values. */
export const sizedProperties = [
  'height',
  'min-height',
  'max-height',
  'width',
  'top',
  'bottom',
  'margin-top',
  'margin-bottom',
  'padding-top',
  'padding-bottom',
  'font-size',
  'line-height',
  'row-gap',
  'transform',
];

/**
 * Resizes a page from one window to another, and keeps every element at its size in the first one:
 * in a window as tall as the document, `100vh` would be the height of the document. Scripts are
 * stopped: none may react to a window that is not shown.
 */
export async function keepHeights(page: PageHandle, from: Metrics, to: Metrics): Promise<void> {
  if (to.height <= from.height) return;
  const { session } = page;
  await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  const resize = (metrics: Metrics) =>
    session.send('Emulation.setDeviceMetricsOverride', metricsOverride(metrics));
  await callInPage(page, pageCode.keepBoxes);
  await resize(to);
  const moved = await callInPage(page, pageCode.haveBoxesMoved);
  if (!moved) return;
  await resize(from);
  await callInPage(page, pageCode.keepStyles, sizedProperties);
  await resize(to);
  await callInPage(page, pageCode.pinStyles, sizedProperties);
}
