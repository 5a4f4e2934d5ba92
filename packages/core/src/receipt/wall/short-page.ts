import type { PageSignals } from '../in-page/look-at-page.ts';

/** Returns whether a page has no more text and controls than this. */
export function isShort(
  { shown, links }: PageSignals,
  max: { text: number; links: number },
): boolean {
  return !shown.isLong && shown.text.length <= max.text && links <= max.links;
}

/** Fields that a person types into, other than those for a search. */
export function typedFields({ fields }: PageSignals): PageSignals['fields'] {
  return fields.filter(
    ({ type, name }) => type !== 'search' && type !== 'select' && !/search|query|\bq\b/i.test(name),
  );
}
