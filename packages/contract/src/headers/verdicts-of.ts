import type { Receipt } from './receipt.ts';

/** Problems that a receipt can report about its result. */
export const verdictNames = [
  'blank',
  'blocked',
  'http_error',
  'broken_images',
  'missing_glyphs',
] as const;

/** One of them. */
export type Verdict = (typeof verdictNames)[number];

const holds: Readonly<Record<Verdict, (receipt: Receipt) => boolean>> = {
  blank: ({ blank }) => blank !== undefined,
  blocked: ({ wall }) => wall !== undefined,
  http_error: ({ status = 0 }) => status >= 400,
  broken_images: ({ images: { broken = 0 } = {} }) => broken > 0,
  missing_glyphs: ({ glyphs = [] }) => glyphs.length > 0,
};

/** The verdicts that a receipt gives reason for: what `fail_on` would have refused. */
export function verdictsOf(receipt: Receipt): Verdict[] {
  return verdictNames.filter((name) => holds[name](receipt));
}
