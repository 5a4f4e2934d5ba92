import type { MonitorEvent } from '../wire/monitor.ts';

/** An event of a monitor in words. Texts come from pages: each message escapes them. */
export interface EventText {
  event: MonitorEvent['event'];
  /** One line: `Changed: Front page`. */
  title: string;
  /** Differences, or the reason of a failure: one line each. */
  lines: string[];
  /** Web address of the page. */
  page?: string;
  /** Web address of an image of the page. */
  image?: string;
}

const names = { changed: 'Changed', failed: 'Failed', recovered: 'Recovered' } as const;

const maxNameLength = 100;
const maxLineLength = 200;
const maxDiffLines = 10;
const maxRegions = 3;
const maxMetadata = 5;
const maxAddressLength = 2_000;

/** Describes an event in at most some 30 lines. */
export function describeEvent({ event, task, check }: MonitorEvent): EventText {
  const { visual, text, status, metadata = {}, error, overlay, after } = check;
  const page = webAddress(task.url);
  const image = webAddress(event === 'changed' ? (overlay ?? after?.image) : after?.image);
  const regions = (visual?.regions ?? []).slice(0, maxRegions).flatMap(describeRegion);
  const changes = Object.entries(metadata).slice(0, maxMetadata);
  const lines = [
    ...(visual && visual.changed > 0 ? [describeVisual(visual)] : []),
    ...regions,
    ...(text && text.changed > 0
      ? [`Text: ${text.added} lines added, ${text.removed} removed`]
      : []),
    ...(text ? diffLines(text.diff) : []),
    ...(status ? [`Status: ${fromTo(status.before, status.after)}`] : []),
    ...changes.map(([name, { before, after: now }]) => `${name}: ${fromTo(before, now)}`),
    ...(error === undefined ? [] : [error]),
  ];
  return {
    event,
    title: `${names[event]}: ${oneLine(task.name, maxNameLength)}`,
    lines: lines.map((line) => oneLine(line, maxLineLength)),
    ...(page !== undefined && { page }),
    ...(image !== undefined && { image }),
  };
}

function describeVisual({
  changed,
  region_count: count,
}: {
  changed: number;
  region_count: number;
}) {
  const percent = changed * 100;
  const share = percent < 0.01 ? 'less than 0.01 %' : `${percent.toFixed(2)} %`;
  return `Image: ${share} of the pixels, ${count} ${count === 1 ? 'region' : 'regions'}`;
}

/** Names the texts of a region, if the elements of the page are known. */
function describeRegion(region: unknown): string[] {
  const { text } = (region ?? {}) as { text?: { before?: unknown; after?: unknown } };
  const { before, after } = text ?? {};
  const isText = (value: unknown): value is string | undefined =>
    typeof value === 'string' || value === undefined;
  if (before === after || !isText(before) || !isText(after)) return [];
  return [fromTo(before, after)];
}

function fromTo(before: string | null | undefined, after: string | null | undefined): string {
  const quoted = (value: string | null | undefined) =>
    value === null || value === undefined ? 'none' : `"${oneLine(value, 80)}"`;
  return `${quoted(before)} → ${quoted(after)}`;
}

function diffLines(diff: string): string[] {
  const lines = diff.split('\n').filter((line) => /^[+-](?![+-]{2} )/.test(line));
  const more = lines.length - maxDiffLines;
  return [...lines.slice(0, maxDiffLines), ...(more > 0 ? [`and ${more} lines more`] : [])];
}

/** Returns text in one line, without control and direction characters, of limited length. */
function oneLine(text: string, maxLength: number): string {
  const characters = Array.from(
    text
      .slice(0, 4 * maxLength)
      .toWellFormed()
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim(),
  );
  if (characters.length <= maxLength) return characters.join('');
  return `${characters.slice(0, maxLength - 1).join('')}…`;
}

function webAddress(text: string | undefined): string | undefined {
  const url = text === undefined ? null : URL.parse(text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb && url.href.length <= maxAddressLength ? url.href : undefined;
}
