import { inflateSync } from 'node:zlib';

/** Content of a PDF, read without any tool: enough to check files if there is no poppler. */
export interface PdfInfo {
  /** Width and height of each page in points, in the order of the file. */
  pages: { width: number; height: number }[];
  title: string | undefined;
  links: string[];
  /** Names of fonts, and number of embedded fonts: as files, or glyph by glyph. */
  fonts: string[];
  fontFiles: number;
  tagged: boolean;
  outline: boolean;
  /** The packed streams, unpacked. */
  streams: string[];
}

/**
 * Reads a PDF by its cross-reference tables; throws where one of them does not lead to an object.
 */
export function readPdf(body: Uint8Array): PdfInfo {
  const text = Buffer.from(body).toString('latin1');
  if (!text.startsWith('%PDF-1.') || !/%%EOF\s*$/.test(text)) throw new Error('no PDF');
  const objects = readObjects(text);
  const all = [...objects.values()];
  const pages = all
    .filter((object) => /^\d+ 0 obj\s*<<\/Type\s*\/Page\b/.test(object))
    .map((object) => {
      const box = /\/MediaBox\s*\[([^\]]*)\]/.exec(object)?.[1]?.trim().split(/\s+/).map(Number);
      const [left = 0, bottom = 0, right = 0, top = 0] = box ?? [];
      return { width: right - left, height: top - bottom };
    });
  return {
    pages,
    title: titleOf(text),
    links: all.flatMap((object) =>
      Array.from(object.matchAll(/\/URI \(([^)]*)\)/g), ([, uri = '']) => uri),
    ),
    fonts: all.flatMap((object) => /\/BaseFont\s*\/(\S+)/.exec(object)?.[1] ?? []),
    fontFiles: all.filter((object) => /\/FontFile[23]?\s|\/Subtype \/Type3/.test(object)).length,
    tagged: all.some((object) => /\/Marked true/.test(object)),
    outline: all.some((object) => /\/Type \/Outlines/.test(object)),
    streams: all.flatMap(unpacked),
  };
}

/** Objects by number; where a number comes twice, the newer one. */
function readObjects(text: string): Map<string, string> {
  const objects = new Map<string, string>();
  let at: string | undefined = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1];
  while (at !== undefined) {
    const table = text.slice(Number(at), text.indexOf('startxref', Number(at)));
    if (!table.startsWith('xref')) throw new Error(`no table at ${at}`);
    for (const [, first = '', entries = ''] of table.matchAll(
      /^(\d+) \d+\n((?:\d{10} \d{5} [nf].\n)+)/gms,
    )) {
      for (const [index, entry] of entries.trimEnd().split('\n').entries()) {
        const [offset = '', , state = ''] = entry.split(' ');
        const number = String(Number(first) + index);
        if (!state.startsWith('n') || objects.has(number)) continue;
        const start = Number(offset);
        if (!text.startsWith(`${number} 0 obj`, start))
          throw new Error(`no object ${number} at ${start}`);
        objects.set(number, text.slice(start, text.indexOf('endobj', start)));
      }
    }
    at = /\/Prev (\d+)/.exec(table)?.[1];
  }
  return objects;
}

function titleOf(text: string): string | undefined {
  const written = /\/Title\s*(?:\(([^)]*)\)|<([0-9A-Fa-f]+)>)/.exec(text);
  if (written?.[2] === undefined) return written?.[1];
  const bytes = Buffer.from(written[2], 'hex');
  return bytes.readUInt16BE(0) === 0xfeff
    ? bytes.subarray(2).swap16().toString('utf16le')
    : bytes.toString('latin1');
}

function unpacked(object: string): string[] {
  const start = /stream\r?\n/.exec(object);
  const length = Number(/\/Length (\d+)/.exec(object)?.[1]);
  if (!start || !object.slice(0, start.index).includes('/FlateDecode')) return [];
  const from = start.index + start[0].length;
  return [inflateSync(Buffer.from(object.slice(from, from + length), 'latin1')).toString('latin1')];
}
