import { countOf } from '../../format.ts';

/** Rows of a list that are displayed: more slow a browser down, and the filter finds the others. */
export const maxShown = 300;

export function CutNote({ all }: { all: number }) {
  if (all <= maxShown) return null;
  return (
    <p class="quiet cut">
      The first {maxShown} of {countOf(all, 'row')} are shown: use the filter.
    </p>
  );
}
