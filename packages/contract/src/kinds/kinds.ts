/** What can be made out of a page. */
export const kinds = ['screenshot', 'screencast', 'pdf', 'scrape'] as const;

/** One of {@link kinds}. */
export type Kind = (typeof kinds)[number];

/** Tells whether a value names a kind. */
export function isKind(value: unknown): value is Kind {
  return (kinds as readonly unknown[]).includes(value);
}
