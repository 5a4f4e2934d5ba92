import type { RequestState } from '@tintype/client';
import { comparedTypeOf } from '@tintype/contract/light';
import type { ComparisonFigures, TextFigures } from '@tintype/contract/wire';
import { countOf, percentOf } from '../../format.ts';
import { filePath, mediaTypeOf } from '../request-state.ts';

/** Returns what the stored file of a request is compared as; undefined if it cannot be. */
export function comparedAs(request: RequestState): 'image' | 'text' | undefined {
  const path = filePath(request);
  const type = path === undefined ? undefined : comparedTypeOf(mediaTypeOf(path));
  // A service compares no PDFs.
  return type === 'pdf' ? undefined : type;
}

/** Adds a request to the chosen ones, or removes it; a third one replaces the earlier of two. */
export function chooseOne(
  chosen: readonly RequestState[],
  request: RequestState,
  isChosen: boolean,
): RequestState[] {
  const others = chosen.filter(({ id }) => id !== request.id);
  return isChosen ? [...others.slice(-1), request] : others;
}

/** Returns the address of the comparison of two requests, the older one first. */
export function comparisonAddress([one, other]: readonly RequestState[]): string | undefined {
  if (one === undefined || other === undefined) return undefined;
  // Ids contain the time in milliseconds; `created` is in seconds.
  const [before, after] = other.id < one.id ? [other, one] : [one, other];
  return `/console/renders/compare?before=${before.id}&after=${after.id}`;
}

/** Returns the result of a comparison in a few words: `1.04 % changed, 3 regions`. */
export function verdictOf(figures: ComparisonFigures | TextFigures): string {
  const rows = 'compared_rows' in figures ? figures.compared_rows : undefined;
  const reach = rows === undefined ? '' : `; only the first ${rows} rows were compared`;
  if (figures.changed === 0) return `Nothing changed${reach}`;
  const share = `${percentOf(figures.changed)} changed`;
  if (!('region_count' in figures)) {
    const { added, removed } = figures;
    return `${share}, ${countOf(added, 'line')} added, ${countOf(removed, 'line')} removed`;
  }
  const size = figures.same_size ? '' : ', another size';
  return `${share}, ${countOf(figures.region_count, 'region')}${size}${reach}`;
}
