import { ownAttribute, ownElements } from '@tintype/core/in-page';
import { childNodesOf, rootElement } from './page-nodes.ts';
import { cleanText, parsedUrl } from './page-text.ts';
import type { PageHead } from './visible-types.ts';

/** Metadata of the page: meta elements, links of the document, JSON-LD; each bounded. */
export function readHead(): PageHead {
  const head: PageHead = { meta: [], links: [], jsonLd: [] };
  for (const meta of [...ownElements(document, 'meta[content]')].slice(0, 300)) {
    const key = ownAttribute(meta, 'property') ?? ownAttribute(meta, 'name') ?? '';
    const itemProperty = key === '' ? ownAttribute(meta, 'itemprop') : undefined;
    const name = itemProperty ? `itemprop:${itemProperty}` : key;
    const value = cleanText(ownAttribute(meta, 'content') ?? '').trim();
    if (name && value) head.meta.push([name.slice(0, 100).toLowerCase(), value.slice(0, 2000)]);
  }
  const kinds = 'link[rel~=canonical][href], link[rel~=alternate][href]';
  for (const link of [...ownElements(document, kinds)].slice(0, 100)) {
    const url = parsedUrl(ownAttribute(link, 'href') ?? '', link.baseURI)?.href ?? '';
    if (url === '' || url.length > 2000) continue;
    head.links.push({
      rel: (ownAttribute(link, 'rel') ?? '').toLowerCase(),
      url,
      type: (ownAttribute(link, 'type') ?? '').toLowerCase(),
      title: cleanText(ownAttribute(link, 'title') ?? '')
        .trim()
        .slice(0, 300),
      language: ownAttribute(link, 'hreflang') ?? '',
    });
  }
  let chars = 0;
  for (const script of ownElements(rootElement(), 'script[type="application/ld+json" i]')) {
    const text = childNodesOf(script)
      .map((node) => node.nodeValue ?? '')
      .join('');
    chars += text.length;
    if (chars > 500_000) break;
    head.jsonLd.push(text);
  }
  return head;
}
