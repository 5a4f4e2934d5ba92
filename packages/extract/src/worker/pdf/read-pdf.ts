import { getResolvedPDFJS } from 'unpdf';
import { pdfLimits, type PdfLimits } from './pdf-limits.ts';
import { readPage } from './read-pdf-page.ts';
import type { PdfHeading, PdfPage, PdfText } from './pdf-text.ts';

/** Why a PDF gives no text. */
export class PdfProblem extends Error {
  override name = 'PdfProblem';
}

/**
 * Reads the text of a PDF. No image is decoded, no font loaded, no script of the file run.
 * @throws {PdfProblem} for one that is encrypted or damaged
 */
export async function readPdf(data: Uint8Array, limits: PdfLimits = pdfLimits): Promise<PdfText> {
  const { getDocument, VerbosityLevel } = await getResolvedPDFJS();
  const task = getDocument({
    data,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    enableXfa: false,
    stopAtErrors: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const document = await task.promise.catch(refuse);
    const { info } = (await document.getMetadata()) as unknown as { info: Record<string, unknown> };
    const textOf = (name: string) => (typeof info[name] === 'string' ? info[name] : '');
    return {
      ...(await readPages(document, limits)),
      count: document.numPages,
      title: textOf('Title'),
      author: textOf('Author'),
      description: textOf('Subject'),
      language: textOf('Language'),
      created: instantOf(textOf('CreationDate')),
      modified: instantOf(textOf('ModDate')),
      outline: await readOutline(document, limits),
    };
  } finally {
    await task.destroy();
  }
}

type PdfDocument = Awaited<
  ReturnType<Awaited<ReturnType<typeof getResolvedPDFJS>>['getDocument']>['promise']
>;

function refuse(error: unknown): never {
  const { name, message } = error as Error;
  if (name === 'PasswordException') {
    throw new PdfProblem('The PDF is encrypted: it opens with a password only.');
  }
  throw new PdfProblem(`The PDF is damaged: ${message.slice(0, 200)}`);
}

async function readPages(
  document: PdfDocument,
  limits: PdfLimits,
): Promise<Pick<PdfText, 'pages' | 'isCut'>> {
  const pages: PdfPage[] = [];
  let left = limits.characters;
  const last = Math.min(document.numPages, limits.pages);
  for (let number = 1; number <= last && left > 0; number += 1) {
    // A page that cannot be read keeps its place: the others stand on their own.
    const page = await document.getPage(number).catch(() => undefined);
    const read = page ? await readPage(page, left, limits) : { pieces: [], links: [] };
    for (const { text } of read.pieces) left -= text.length;
    pages.push(read);
    page?.cleanup();
  }
  return { pages, isCut: left <= 0 };
}

interface OutlineEntry {
  title: string;
  items: OutlineEntry[];
}

async function readOutline(document: PdfDocument, limits: PdfLimits): Promise<PdfHeading[]> {
  const outline = ((await document.getOutline().catch(() => null)) ?? []) as OutlineEntry[];
  const headings: PdfHeading[] = [];
  const waiting = outline.map((entry) => ({ entry, depth: 1 }));
  while (waiting.length > 0 && headings.length < limits.headings) {
    const { entry, depth } = waiting.shift()!;
    headings.push({ text: entry.title, depth });
    if (depth >= limits.depth) continue;
    waiting.push(...entry.items.slice(0, 1000).map((item) => ({ entry: item, depth: depth + 1 })));
  }
  return headings;
}

/** `D:20260102030405+01'00'` as ISO writes it. */
function instantOf(written: string): string {
  const found = /^D?:?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(Z|[+-]\d\d'?\d\d)?/.exec(written);
  if (!found) return '';
  const [, year = '', month = '01', day = '01', hour, minute = '00', second = '00', zone] = found;
  const date = `${year}-${month}-${day}`;
  if (Number.isNaN(Date.parse(date))) return '';
  if (hour === undefined) return date;
  const offset = (zone ?? 'Z').replace(/^([+-]\d\d)'?(\d\d)$/, '$1:$2');
  const instant = `${date}T${hour}:${minute}:${second}${offset}`;
  return Number.isNaN(Date.parse(instant)) ? date : instant;
}
