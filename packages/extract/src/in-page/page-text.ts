/** Removes invisible and private characters and noncharacters; every space becomes a plain one. */
export function cleanText(text: string): string {
  return text
    .replace(/[^\P{Cc}\t\n\f\r]|[\u00ad\u200b\u2060\ufeff\ufdd0-\ufdef\ue000-\uf8ff]/gu, '')
    .replace(/[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g, ' ');
}

export function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

export function escapeAttribute(text: string): string {
  return escapeText(text).replace(/"/g, '&quot;');
}

/** Parses a URL; undefined if it is none. */
export function parsedUrl(written: string, base?: string): URL | undefined {
  try {
    return new URL(written, base);
  } catch {
    return undefined;
  }
}

/** An absolute URL; empty for one that leads nowhere outside the page's own scripts. */
export function absoluteAddress(written: string, base: string, ownHost: string): string {
  const url = parsedUrl(written, base);
  if (!url || !/^(https?|ftps?|mailto|tel|sms|magnet|geo|xmpp|irc):$/.test(url.protocol)) return '';
  // The synthetic host exists only during the render: URLs on it stay as they were written.
  return url.hostname === ownHost ? written : url.href;
}

/** As {@link absoluteAddress}, of an attribute. */
export function webAddress(element: Element, attribute: string, ownHost: string): string {
  const written = element.getAttribute(attribute)?.trim();
  if (written === undefined || (written === '' && attribute !== 'href')) return '';
  return absoluteAddress(written, element.baseURI, ownHost);
}

/** Returns the tooltip of an element if it says more than its text. */
export function titleAttribute(element: Element, shown: string): string {
  const title = cleanText(element.getAttribute('title') ?? '').trim();
  const isSaid =
    shown.length < 2000 && cleanText(shown).toLowerCase().includes(title.toLowerCase());
  return title === '' || title.length > 300 || isSaid ? '' : ` title="${escapeAttribute(title)}"`;
}
