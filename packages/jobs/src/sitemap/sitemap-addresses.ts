export interface SitemapFile {
  /** True if the addresses are those of further files of the sitemap. */
  isIndex: boolean;
  addresses: string[];
}

/** The protocol's limits (https://www.sitemaps.org/protocol.html). */
const maxAddressLength = 2048;
const maxAddresses = 50_000;
/** Sitemaps nest up to 5 levels. The parser's time grows with the square of the depth. */
const maxDepth = 32;

/**
 * Parses XML, or text with a URL per line. Declared entities are not expanded. Undefined for other
 * input and deeper XML.
 */
export async function sitemapAddresses(text: string): Promise<SitemapFile | undefined> {
  const trimmed = text.trimStart();
  if (!trimmed.startsWith('<')) return { isIndex: false, addresses: linesOf(trimmed) };
  const { Parser } = await import('htmlparser2');
  const addresses: string[] = [];
  const path: string[] = [];
  let root: string | undefined;
  let address: string | undefined;
  let isTooDeep = false;
  const parser = new Parser(
    {
      onopentagname(name) {
        root ??= localName(name);
        path.push(name);
        isTooDeep = path.length > maxDepth;
        if (isTooDeep) parser.pause();
        if (isAddress(path)) address = '';
      },
      ontext(part) {
        if (address !== undefined && address.length <= maxAddressLength) address += part;
      },
      onclosetag() {
        const isEnd = isAddress(path);
        path.pop();
        if (!isEnd) return;
        const found = address?.trim() ?? '';
        address = undefined;
        if (found !== '' && found.length <= maxAddressLength) addresses.push(found);
        if (addresses.length >= maxAddresses) parser.pause();
      },
    },
    { xmlMode: true },
  );
  parser.write(trimmed);
  if (isTooDeep || (root !== 'urlset' && root !== 'sitemapindex')) return undefined;
  return { isIndex: root === 'sitemapindex', addresses };
}

/** True in the address of a page or a file, false in that of an image or a video of a page. */
function isAddress(path: readonly string[]): boolean {
  const [root = '', entry = '', name = ''] = path;
  if (path.length !== 3 || localName(name) !== 'loc') return false;
  return localName(entry) === (localName(root) === 'sitemapindex' ? 'sitemap' : 'url');
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/, maxAddresses).map((line) => line.trim());
  return lines.filter((line) => line !== '' && line.length <= maxAddressLength);
}
