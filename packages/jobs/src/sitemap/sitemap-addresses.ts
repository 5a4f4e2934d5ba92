import { setImmediate as nextTurn } from 'node:timers/promises';

/** What one file of a sitemap says. */
export interface SitemapFile {
  /** Whether these are further files of the sitemap, and no pages. */
  isIndex: boolean;
  addresses: string[];
}

/** The protocol has no longer ones (https://www.sitemaps.org/protocol.html). */
const longestAddress = 2048;
/** After so many letters, others get their turn. */
const pieceLength = 65_536;
/** Nor more of them in a file. */
const mostAddresses = 50_000;

/**
 * Reads a file of a sitemap: XML, of whatever prefix its names have, or a text with an address in each line. Entities that a file declares
 * itself stay what they are, and other files are never loaded. Undefined for what is no sitemap.
 */
export async function sitemapAddresses(text: string): Promise<SitemapFile | undefined> {
  const trimmed = text.trimStart();
  if (!trimmed.startsWith('<')) return { isIndex: false, addresses: linesOf(trimmed) };
  const { Parser } = await import('htmlparser2');
  const addresses: string[] = [];
  const path: string[] = [];
  let root: string | undefined;
  let address: string | undefined;
  const parser = new Parser(
    {
      onopentagname(name) {
        root ??= localName(name);
        path.push(name);
        if (isAddress(path)) address = '';
      },
      ontext(part) {
        if (address !== undefined && address.length <= longestAddress) address += part;
      },
      onclosetag() {
        const isEnd = isAddress(path);
        path.pop();
        if (!isEnd) return;
        const found = address?.trim() ?? '';
        address = undefined;
        const isKept = found !== '' && found.length <= longestAddress;
        if (isKept && addresses.length < mostAddresses) addresses.push(found);
      },
    },
    { xmlMode: true },
  );
  for (let at = 0; at < trimmed.length; at += pieceLength) {
    if (addresses.length >= mostAddresses) break;
    parser.write(trimmed.slice(at, at + pieceLength));
    await nextTurn();
  }
  if (root !== 'urlset' && root !== 'sitemapindex') return undefined;
  return { isIndex: root === 'sitemapindex', addresses };
}

/** Of a page or a file, and not of an image or a video of it. */
function isAddress(path: readonly string[]): boolean {
  const [root = '', entry = '', name = ''] = path;
  if (path.length !== 3 || localName(name) !== 'loc') return false;
  return localName(entry) === (localName(root) === 'sitemapindex' ? 'sitemap' : 'url');
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/, mostAddresses).map((line) => line.trim());
  return lines.filter((line) => line !== '' && line.length <= longestAddress);
}
