import type {
  CompareOptions,
  ImageComparison,
  PageElements,
  TextComparison,
} from '@tintype/compare';
import { RenderError } from '@tintype/contract/errors';
import { maxElementsBytes, maxIgnoredAreas, maxIgnoredPatterns } from '@tintype/contract/light';
import type { MonitorCheck, MonitorNoise, Watch } from '@tintype/contract/wire';
import type { CompareSnapshots, Difference, LineRange } from './assessment.ts';
import type { FileRef, Snapshot } from './monitor-state.ts';
import { noiseOfHunks, textsOfNoise } from './noise-of-hunks.ts';
import { noiseOfRegions, restsOfLines } from './noise.ts';
import { otherLines, withoutLines } from './other-lines.ts';

/** Reads a stored file; undefined if it is no longer stored. */
export type ReadFile = (file: FileRef) => Promise<Uint8Array | undefined>;

export interface CompareSnapshotsOptions {
  watch: Watch;
  read: ReadFile;
  signal: AbortSignal;
}

const maxDiffLength = 8_192;

type Parts = Omit<Difference, 'score'>;

/**
 * Creates the comparison of two runs of a monitor: of their files, each in a thread of its own, one
 * after the other, and of what is known of the pages.
 */
export function createCompareSnapshots(given: CompareSnapshotsOptions): CompareSnapshots {
  const { on } = given.watch;
  return async (before, after, noise, loads = {}) => {
    // Image and text need the same elements.
    const options = { ...given, read: readOnce(given.read) };
    const { lines = [], status: statuses, metadata: names = {} } = loads;
    const parts: Parts[] = [];
    if ((on === 'status' || on === 'metadata') && !statuses) {
      parts.push(compareStatus(before, after));
    }
    if (on === 'metadata') parts.push(compareMetadata(before, after, Object.keys(names)));
    if (on === 'any' || on === 'visual') {
      const found = await compareVisual(before, after, noise, options).catch((error: unknown) =>
        on === 'any' ? withoutImage(error) : Promise.reject(error),
      );
      if (found === 'gone') return found;
      parts.push(found);
    }
    if (on === 'any' || on === 'text' || on === 'selector') {
      const found = await compareText(before, after, { noise, lines }, options);
      if (found === 'gone') return found;
      parts.push(found);
    }
    const all: Parts = Object.assign({}, ...parts);
    const { visual, text, status, metadata } = all;
    const whole = status || metadata ? 1 : 0;
    return {
      ...all,
      noise: parts.flatMap((part) => part.noise),
      score: Math.max(whole, visual?.changed ?? 0, text?.changed ?? 0),
    };
  };
}

function compareStatus(before: Snapshot, after: Snapshot): Parts {
  if (before.status === after.status) return { noise: [] };
  return { noise: [], status: { before: before.status ?? null, after: after.status ?? null } };
}

function compareMetadata(
  { metadata: before = {} }: Snapshot,
  { metadata: after = {} }: Snapshot,
  ignored: readonly string[],
): Parts {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changes: NonNullable<MonitorCheck['metadata']> = {};
  for (const name of names) {
    if (before[name] === after[name] || ignored.includes(name)) continue;
    changes[name] = { before: before[name] ?? null, after: after[name] ?? null };
  }
  return { noise: [], ...(Object.keys(changes).length > 0 && { metadata: changes }) };
}

async function compareVisual(
  before: Snapshot,
  after: Snapshot,
  noise: readonly MonitorNoise[],
  { watch, read, signal }: CompareSnapshotsOptions,
): Promise<Parts | 'gone'> {
  const [old, now] = [await readImage(read, before), await readImage(read, after)];
  if (!old || !now) return 'gone';
  const { compare, figuresOf } = await import('@tintype/compare');
  // Of elements, too: runs from before they were known did not report them.
  const areas = noise.flatMap(({ area }) => (area ? [area] : []));
  const ignore = [...watch.ignore, ...areas];
  const elements = await readElements(before, after, now.body, read);
  const options: CompareOptions = { ignore, signal, ...(elements && { elements }) };
  let comparison = (await compare(old, now, options)) as ImageComparison;
  const rests = restsOfLines(comparison.regions, areas);
  if (rests.length > 0) {
    // With as many areas as a comparison has, those of noise are the last ones.
    const all = [...rests, ...ignore].slice(0, maxIgnoredAreas);
    comparison = (await compare(old, now, { ...options, ignore: all })) as ImageComparison;
  }
  const figures = figuresOf(comparison);
  const { changed, similarity, region_count, regions, compared_rows: rows } = figures;
  return {
    visual: { changed, similarity, region_count, regions },
    noise: noiseOfRegions(comparison.regions),
    size: comparison.size.after,
    overlay: comparison.overlay,
    ...(rows !== undefined && {
      note: `Only the first ${rows} rows of the image were compared: too many differ.`,
    }),
  };
}

/** An image that cannot be compared, such as one that is too large: the text still is. */
function withoutImage(error: unknown): Parts {
  if (!(error instanceof RenderError) || error.code !== 'invalid_request') throw error;
  return { noise: [], note: `The image was not compared: ${error.message}` };
}

async function compareText(
  before: Snapshot,
  after: Snapshot,
  { noise, lines }: { noise: readonly MonitorNoise[]; lines: readonly LineRange[] },
  { watch, read, signal }: CompareSnapshotsOptions,
): Promise<Parts | 'gone'> {
  const [old, now] = [await readFile(read, before.text), await readFile(read, after.text)];
  if (!old || !now) return 'gone';
  const { compare } = await import('@tintype/compare');
  const patterns = noise.flatMap(({ text }) => (text === undefined ? [] : [text]));
  const ignoreText = [...watch.ignore_text, ...patterns];
  for (const page of [before, after]) {
    const found = noise.some(({ selector }) => selector) && (await elementsIn(read, page));
    if (!found) continue;
    const image = await readFile(read, page.image);
    ignoreText.push(...textsOfNoise(found.elements, noise, image ? scaleOf(image.body, found) : 1));
  }
  ignoreText.splice(maxIgnoredPatterns);
  const comparison = (await compare(old, now, { ignoreText, signal })) as TextComparison;
  const { hunks } = comparison;
  const { diff, ...figures } = lines.length === 0 ? comparison : withoutLines(comparison, lines);
  const { changed, added, removed } = figures;
  return {
    text: { changed, added, removed, diff: diff.slice(0, maxDiffLength) },
    noise: noiseOfHunks(hunks),
    lines: otherLines(hunks),
  };
}

function readOnce(read: ReadFile): ReadFile {
  const reads = new Map<string, ReturnType<ReadFile>>();
  return (file) => {
    const reading = reads.get(file.name) ?? read(file);
    reads.set(file.name, reading);
    return reading;
  };
}

async function readImage(read: ReadFile, { image, ignored }: Snapshot) {
  const file = await readFile(read, image);
  return file && { ...file, ...(ignored && { ignored }) };
}

async function readFile(read: ReadFile, file: FileRef | undefined) {
  const body = file && (await read(file));
  return body && { body, mediaType: file.mediaType };
}

async function readElements(
  before: Snapshot,
  after: Snapshot,
  image: Uint8Array,
  read: ReadFile,
): Promise<CompareOptions['elements']> {
  const [old, now] = [await elementsIn(read, before), await elementsIn(read, after)];
  if (!old || !now) return undefined;
  return { before: old, after: now, scale: scaleOf(image, now) };
}

/** Returns the pixels of a PNG for a CSS pixel of its page. */
function scaleOf(image: Uint8Array, page: { width: number }): number {
  if (image.byteLength < 20) return 1;
  // https://www.w3.org/TR/png-3/#11IHDR
  const width = Buffer.from(image.buffer, image.byteOffset, image.byteLength).readUInt32BE(16);
  const scale = Math.round((width / page.width) * 100) / 100;
  return scale > 0 && Number.isFinite(scale) ? scale : 1;
}

async function elementsIn(
  read: ReadFile,
  { elements }: Snapshot,
): Promise<(PageElements & { width: number }) | undefined> {
  const body = elements && (await read(elements));
  if (!body || body.byteLength > maxElementsBytes) return undefined;
  return JSON.parse(Buffer.from(body).toString()) as PageElements & { width: number };
}
