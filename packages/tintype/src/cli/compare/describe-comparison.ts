import type {
  ComparedPage,
  Comparison,
  FieldChange,
  PdfComparison,
  Region,
} from '@tintype/compare';
import { oneLine } from '../output/terminal.ts';

/** Regions that are listed; the rest are counted. */
const maxListed = 20;

/** Describes a comparison in lines of text. */
export function describeComparison(comparison: Comparison): string[] {
  if (comparison.same) return ['Same.'];
  if (comparison.type === 'text') {
    const { added, removed, fields = [] } = comparison;
    return [
      `Different: ${counted(added, 'line')} added, ${counted(removed, 'line')} removed.`,
      ...fields.slice(0, maxListed).map(describeField),
      ...(fields.length > maxListed ? [`  and ${fields.length - maxListed} more`] : []),
    ];
  }
  if (comparison.type === 'pdf') return describePdfs(comparison);
  const { changed, similarity, regions, regionCount, size, comparedRows } = comparison;
  const { before, after } = size;
  const isResized = before.width !== after.width || before.height !== after.height;
  const sizes = `${before.width} x ${before.height} before, ${after.width} x ${after.height} after`;
  const left = regionCount - Math.min(maxListed, regions.length);
  return [
    `Different: ${percent(changed)} of the pixels, ${counted(regionCount, 'region')}, similarity ${similarity.toFixed(4)}.`,
    ...(isResized ? [`Size: ${sizes}.`] : []),
    ...(comparedRows === undefined ? [] : [`Only the first ${comparedRows} rows were compared.`]),
    ...regions.slice(0, maxListed).map(describeRegion),
    ...(left > 0 ? [`  and ${left} more`] : []),
  ];
}

function describePdfs({ pages, pageCount }: PdfComparison): string[] {
  const { before, after } = pageCount;
  return [
    `Different: ${counted(pages.length, 'page')}; ${before} before, ${after} after.`,
    ...pages.slice(0, maxListed).map(describePage),
    ...(pages.length > maxListed ? [`  and ${pages.length - maxListed} more`] : []),
  ];
}

function describePage({ type, before, after, changed, regionCount }: ComparedPage): string {
  const moved = type === 'changed' && before !== after ? `, page ${before} before` : '';
  const page = after === undefined ? `page ${before} before` : `page ${after}`;
  const what = `  ${type.padEnd(8)} ${page}${moved}`;
  if (type !== 'changed') return what;
  return `${what}: ${percent(changed)} of the pixels, ${counted(regionCount, 'region')}`;
}

function describeRegion({ type, area, before, selector, text }: Region): string {
  const { x, y, width, height } = area;
  const from = type === 'moved' && before ? `, from ${before.x},${before.y}` : '';
  const name = selector === undefined ? '' : `  ${oneLine(selector)}${describeText(text)}`;
  return `  ${type.padEnd(8)} ${width} x ${height} at ${x},${y}${from}${name}`;
}

function describeField({ field, before, after }: FieldChange): string {
  const type = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  return `  ${type.padEnd(8)} ${oneLine(field)}${describeText({ before, after })}`;
}

function describeText({
  before,
  after,
}: { before?: string | undefined; after?: string | undefined } = {}): string {
  const quoted = [...new Set([before, after])].flatMap((text) =>
    text === undefined ? [] : [` "${oneLine(text)}"`],
  );
  return quoted.join(' ->');
}

/** Returns a number with its noun. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns a share of pixels as text. */
export function percent(share: number): string {
  const value = share * 100;
  return value < 0.01 ? 'less than 0.01 %' : `${value.toFixed(2)} %`;
}
