import { getResolvedPDFJS } from 'unpdf';
import { pdfLimits, type PdfLimits } from './pdf-limits.ts';
import { readPage } from './read-pdf-page.ts';
import type { PdfHeading, PdfPage, PdfText } from './pdf-text.ts';

/** Why a PDF gives no text. */
export class PdfProblem extends Error {
  override name = 'PdfProblem';
}

/** Reads the text of a PDF, and nothing else of it. Throws PdfProblem if encrypted or damaged */
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
      ...(await readOutline(document, limits)),
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
): Promise<Pick<PdfText, 'pages' | 'endedBy'>> {
  const pages: PdfPage[] = [];
  const left = { characters: limits.characters, linkCharacters: limits.linkCharacters };
  const endsAt = performance.now() + limits.ms;
  const last = Math.min(document.numPages, limits.pages);
  for (let number = 1; number <= last; number += 1) {
    if (left.characters <= 0) return { pages, endedBy: 'length' };
    if (number > 1 && performance.now() >= endsAt) return { pages, endedBy: 'time' };
    // A page that cannot be read keeps its place: the others are independent.
    const page = await document.getPage(number).catch(() => undefined);
    const read = page ? await readPage(page, left, limits) : { pieces: [], links: [] };
    for (const { text } of read.pieces) left.characters -= text.length;
    for (const { url } of read.links) left.linkCharacters -= url.length;
    pages.push(read);
    page?.cleanup();
  }
  return { pages };
}

interface OutlineEntry {
  title: string;
  items: OutlineEntry[];
}

/** More of one entry is no heading. */
const longestEntry = 1000;

async function readOutline(
  document: PdfDocument,
  limits: PdfLimits,
): Promise<Pick<PdfText, 'outline' | 'isOutlineCut'>> {
  const entries = ((await document.getOutline().catch(() => null)) ?? []) as OutlineEntry[];
  const outline: PdfHeading[] = [];
  const waiting = entries.slice(0, limits.headings + 1).map((entry) => ({ entry, depth: 1 }));
  let isOutlineCut = false;
  while (waiting.length > 0 && outline.length < limits.headings) {
    const { entry, depth } = waiting.shift()!;
    outline.push({ text: entry.title.slice(0, longestEntry), depth });
    const own = depth < limits.depth ? entry.items.slice(0, 1000) : [];
    isOutlineCut ||= own.length < entry.items.length;
    for (const item of own) waiting.push({ entry: item, depth: depth + 1 });
  }
  return { outline, isOutlineCut: isOutlineCut || waiting.length > 0 };
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
