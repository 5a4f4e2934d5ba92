import { imageAddress } from './image-address.ts';
import {
  cleanText,
  escapeAttribute,
  escapeText,
  parsedUrl,
  titleAttribute,
  webAddress,
} from './page-text.ts';

/** Returns whether an element and its content are invisible to a person. */
export function isHiddenFromEyes(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.display === 'none' || style.contentVisibility === 'hidden') return true;
  const names = element.getAttribute('class') ?? '';
  if (/\bmaterial-(icons|symbols)|\bmw-editsection\b/.test(names)) return true;
  // Decoration: a sign without a letter or digit. Words under aria-hidden are seen, and stay.
  if (element.getAttribute('aria-hidden') === 'true' && !element.querySelector('img')) {
    if (element.localName !== 'img' && !/[\p{L}\p{N}]/u.test(element.textContent)) return true;
  }
  if (style.position !== 'absolute' && style.position !== 'fixed') return false;
  // For screen readers only: cut down to a pixel, or moved far away.
  const [top = 0, right = 0, bottom = 0, left = 0] = (
    /^rect\((.*)\)$/.exec(style.clip)?.[1] ?? '0,9,9,0'
  )
    .split(',')
    .map(Number.parseFloat);
  if (bottom - top <= 1 && right - left <= 1) return true;
  if (/^inset\((50|100)%/.test(style.clipPath)) return true;
  const isCut = /hidden|clip/.test(style.overflow);
  if (isCut && Number.parseFloat(style.width) <= 1 && Number.parseFloat(style.height) <= 1)
    return true;
  return Number.parseFloat(style.left) <= -2000 || Number.parseFloat(style.top) <= -2000;
}

/** An image with the address that the browser chose, or its text where it is a sign. */
export function imageHtml(image: HTMLImageElement, ownHost: string): string {
  const alt = cleanText(image.getAttribute('alt') ?? '');
  const names = image.getAttribute('class') ?? '';
  if (/\b(emoji|wp-smiley)\b/.test(names) && alt) return escapeText(alt);
  const isPixel = (attribute: string) => /^[01](px)?$/.test(image.getAttribute(attribute) ?? '');
  const address = imageAddress(image, ownHost);
  if (isPixel('width') || isPixel('height')) return '';
  if (image.naturalWidth === 1 && parsedUrl(image.currentSrc)?.href === address) return '';
  if (address !== '') {
    return `<img src="${escapeAttribute(address)}" alt="${escapeAttribute(alt)}"${titleAttribute(image, alt)}>`;
  }
  return escapeText(alt);
}

/** A link to media that has no text form. */
export function mediaHtml(element: Element, name: string, ownHost: string): string {
  const usual: Record<string, string> = { video: 'Video', audio: 'Audio' };
  const { width, height } = element.getBoundingClientRect();
  if (name !== 'audio' && (width <= 2 || height <= 2)) return '';
  const attribute = name === 'object' ? 'data' : 'src';
  const source = element.hasAttribute(attribute) ? element : element.querySelector('source[src]');
  const address = source ? webAddress(source, attribute, ownHost) : '';
  if (address === '') return '';
  const label = cleanText(
    element.getAttribute('title') || element.getAttribute('aria-label') || '',
  ).trim();
  const text = label || usual[name] || 'Embedded page';
  return `<div><a href="${escapeAttribute(address)}">${escapeText(text)}</a></div>`;
}
