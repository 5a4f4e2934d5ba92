/** A part of a line with one format. */
export interface MarkdownPiece {
  type: 'text' | 'code' | 'strong' | 'emphasis' | 'image' | 'link';
  text: string;
  /** URL of a link: http or https. */
  address: string;
}

/**
 * Inline elements. Each alternative ends where another of its kind could start, and escaped
 * characters start none, so that no text is scanned more than a few times.
 */
const pattern = new RegExp(
  [
    /\\[^]/,
    /`([^`\n]+)`/,
    /(!?)\[((?:\\[^]|[^[\]\\])*)\]\(<?((?:[^\s()<>]|\([^\s()<>]*\))*)>?(?:\s+"[^"]*")?\)/,
    /\*\*((?:\\[^]|[^*\\])+)\*\*/,
    /(?<![\w*])[*_]((?:\\[^]|[^*_\\])+)[*_](?![\w*])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** Returns the links, emphasis and code of a line. */
export function piecesOf(text: string): MarkdownPiece[] {
  const pieces: MarkdownPiece[] = [];
  const add = (type: MarkdownPiece['type'], content: string, address = '') => {
    if (content !== '') pieces.push({ type, text: content, address });
  };
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const [whole, code, bang, label, address = '', strong, emphasis] = match;
    if (whole.startsWith('\\')) continue;
    add('text', plain(text.slice(from, match.index)));
    from = match.index + whole.length;
    if (code !== undefined) add('code', code);
    else if (strong !== undefined) add('strong', plain(strong));
    else if (emphasis !== undefined) add('emphasis', plain(emphasis));
    else if (bang) add('image', plain(label ?? '') || 'no description');
    else if (/^https?:\/\//i.test(address)) add('link', plain(label ?? '') || address, address);
    else add('text', plain(label ?? ''));
  }
  add('text', plain(text.slice(from)));
  return pieces;
}

const plain = (text: string) => text.replaceAll(/\\([\\`*_{}[\]()#+\-.!|<>~])/g, '$1');
