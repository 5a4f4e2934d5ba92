import { ownAttribute, ownParent } from '@tintype/core/in-page';
import { absoluteAddress, parsedUrl } from './page-text.ts';

/** The URL of the displayed image, not of a placeholder that scripts replace; or empty. */
export function imageAddress(image: HTMLImageElement, ownHost: string): string {
  const isOwn = parsedUrl(image.currentSrc)?.hostname === ownHost;
  const written = ownAttribute(image, 'src')?.trim() ?? '';
  const shown = isOwn ? [written] : [image.currentSrc, written];
  const awaited = [...awaitedAddresses(image), noscriptAddress(image)];
  const inTurn = isPlaceholder(image, written) ? [...awaited, ...shown] : [...shown, ...awaited];
  for (const candidate of inTurn) {
    if (candidate === '') continue;
    const address = absoluteAddress(candidate, image.baseURI, ownHost);
    if (address !== '' && !/^(mailto|tel)/.test(address)) return address;
  }
  return '';
}

/** Returns whether an image is a placeholder that a script replaces. */
export function isPlaceholder(image: HTMLImageElement, written: string): boolean {
  if (written === '' || /^(data:|about:|#)/i.test(written)) return true;
  if (image.naturalWidth > 0 && image.naturalWidth <= 2) return true;
  // Bounded: a page can write a value of any length.
  return /(placeholder|spacer|blank|transparent|pixel|loading|lazy|1x1)[^/]{0,100}\.(gif|png|svg|jpe?g|webp)(\?|$)/i.test(
    written.slice(0, 2000),
  );
}

/** URLs in the attributes that scripts for lazy images read. */
export function awaitedAddresses(image: Element): string[] {
  const found: string[] = [];
  const names = [
    'data-src',
    'data-original',
    'data-lazy-src',
    'data-lazy',
    'data-url',
    'data-image',
  ];
  for (const name of names) found.push(ownAttribute(image, name)?.trim() ?? '');
  const sets = ['data-srcset', 'data-lazy-srcset', 'srcset'];
  for (const name of sets) found.push(largestOf(ownAttribute(image, name) ?? ''));
  const parent = ownParent(image);
  if (parent?.localName !== 'picture') return found;
  for (const source of parent.querySelectorAll('source')) {
    for (const name of sets) found.push(largestOf(ownAttribute(source, name) ?? ''));
  }
  return found;
}

/** The URL with the largest width or density of a `srcset`. */
export function largestOf(set: string): string {
  let largest = '';
  let max = -1;
  for (const [, address = '', described = ''] of set
    .slice(0, 20_000)
    .matchAll(/([^\s,]\S*?)(?:,(?=\s|$)|\s+([^,]*)|$)/g)) {
    const [, size = '1'] = /^(?:([\d.]+)[wx]|$)/.exec(described) ?? ['', ''];
    if (address.startsWith('data:') || !(Number.parseFloat(size) > max)) continue;
    max = Number.parseFloat(size);
    largest = address;
  }
  return largest;
}

/** The image for browsers without scripts, next to one that waits for them. */
export function noscriptAddress(image: Element): string {
  for (const beside of [image.nextElementSibling, image.previousElementSibling]) {
    if (beside?.localName !== 'noscript') continue;
    const inner = new DOMParser().parseFromString(beside.textContent, 'text/html');
    const address = inner.querySelector('img[src]')?.getAttribute('src')?.trim() ?? '';
    if (address !== '') return address;
  }
  return '';
}
