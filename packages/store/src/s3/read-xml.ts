// Answers of S3 have no attributes, comments or CDATA in what is read here, and what is read is
// bounded.

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  quot: '"',
};

/** The text of the first element of this name. */
export function textOf(xml: string, name: string): string | undefined {
  const [content] = elements(xml, name);
  return content?.replace(
    /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{2,4}));/g,
    (all, dec, hex, word) => {
      if (word !== undefined) return ENTITIES[word as string] ?? (all as string);
      const point = hex === undefined ? Number(dec) : Number.parseInt(hex as string, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : (all as string);
    },
  );
}

/** The content of each element of this name. */
export function elements(xml: string, name: string): string[] {
  const found: string[] = [];
  const [open, close] = [`<${name}>`, `</${name}>`];
  for (let at = xml.indexOf(open); at !== -1; at = xml.indexOf(open, at)) {
    const start = at + open.length;
    const end = xml.indexOf(close, start);
    if (end === -1) break;
    found.push(xml.slice(start, end));
    at = end + close.length;
  }
  return found;
}
