import type { PageHandle } from '../../page/page-handle.ts';
import { metricsOverride } from '../../load/emulate/emulate.ts';

type Metrics = Parameters<typeof metricsOverride>[0];

/** What a length relative to the height of the window can stand in. Used values, as getComputedStyle gives them. */
const properties = [
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
 * On a page as tall as a document, `100vh` is the height of the document. Makes everything keep the size that it has in
 * the first window, and leaves the page in the second one. Scripts stop: none is to act on a window that nobody sees.
 */
export async function keepHeights(page: PageHandle, from: Metrics, to: Metrics): Promise<void> {
  if (to.height <= from.height) return;
  const { session } = page;
  await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  const resize = (metrics: Metrics) =>
    session.send('Emulation.setDeviceMetricsOverride', metricsOverride(metrics));
  await page.evaluate(`globalThis.tintypeBoxes = (${boxes})()`);
  await resize(to);
  const moved = await page.evaluate<boolean>(
    `(${boxes})().some((value, index) => value !== globalThis.tintypeBoxes[index])`,
  );
  if (!moved) return;
  await resize(from);
  await page.evaluate(`globalThis.tintypeStyles = ${stylesOf}`);
  await resize(to);
  await page.evaluate(`${pinStyles}(globalThis.tintypeStyles, ${stylesOf})`);
}

const boxes = `() => [...document.querySelectorAll('html, body, body *')].flatMap((element) => {
  const { top, height } = element.getBoundingClientRect();
  return [top, height];
})`;

/** Source of an expression that gives how everything on a page is sized and placed now. */
export const stylesOf = `((properties) => new Map([...document.querySelectorAll('html, body, body *')].map((element) => {
  const style = getComputedStyle(element);
  return [element, new Map(properties.map((name) => [name, style.getPropertyValue(name)]))];
})))(${JSON.stringify(properties)})`;

/** Source of a function that gives everything back what it had, told in two of {@link stylesOf}. */
export const pinStyles = `((before, after) => {
  for (const [element, styles] of after) {
    const kept = before.get(element);
    if (!kept) continue;
    const changed = [...styles].filter(([name, value]) => kept.get(name) !== value);
    for (const [name] of changed) {
      element.style.setProperty(name, kept.get(name), 'important');
      if (name === 'height') {
        element.style.setProperty('min-height', '0', 'important');
        element.style.setProperty('max-height', 'none', 'important');
      }
      if (name === 'top') element.style.setProperty('bottom', 'auto', 'important');
    }
  }
})`;
