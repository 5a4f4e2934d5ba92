import { ownElements } from '../../../page/in-page/own-nodes.ts';

/** Returns the largest size in the `sizes` of a link to an icon. */
export function iconSize(link: HTMLLinkElement): number {
  if (/svg/i.test(link.type) || /any/i.test(link.sizes.value)) return Infinity;
  return Math.max(0, ...[...link.sizes].map((size) => parseInt(size, 10) || 0));
}

/** Returns the link for the largest size; of equals, the last one. */
export function bestIcon(selector: string): HTMLLinkElement | undefined {
  return [...ownElements<HTMLLinkElement>(document, selector)]
    .filter((link) => link.href && (!link.media || matchMedia(link.media).matches))
    .reduce<HTMLLinkElement | undefined>(
      (kept, link) => (!kept || iconSize(link) >= iconSize(kept) ? link : kept),
      undefined,
    );
}

/** URL of the icon of the largest size (html.spec.whatwg.org, rel-icon); '' if there is none. */
export function iconUrl(maxLength: number): string {
  const icon =
    bestIcon('link[rel~="icon" i]') ??
    bestIcon('link[rel~="apple-touch-icon" i], link[rel~="apple-touch-icon-precomposed" i]');
  return icon ? icon.href.slice(0, maxLength) : '';
}
