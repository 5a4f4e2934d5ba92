import { secretKindOf } from '@tintype/contract/steps';
import { createNames, withTexts } from './open-steps.ts';

/** Shorter values occur in other texts by chance. */
const minLength = 4;

/**
 * Moves texts typed into fields of secrets, such as passwords, out of a recording: placeholders
 * replace them wherever they occur.
 */
export function withoutSecrets<Recording extends object>(
  recording: Recording,
): { recording: Recording; secrets: Record<string, string> } {
  const placeholderOf = createNames(JSON.stringify(recording));
  const found = new Map<string, string>();
  withTexts(recording, (value, step) => {
    const kind = hasPlaceholder(value) ? '' : kindOf(step);
    if (kind !== '') found.set(value, placeholderOf(value, kind));
    return value;
  });
  const typed = withTexts(recording, (value) => found.get(value) ?? value);
  const others = [...found]
    .filter(([value]) => value.length >= minLength)
    // A secret may contain another one.
    .toSorted(([a], [b]) => b.length - a.length);
  const clean = (text: string) =>
    others.reduce(
      (left, [value, placeholder]) =>
        spellings(value).reduce((rest, one) => rest.replaceAll(one, () => placeholder), left),
      text,
    );
  return {
    recording: JSON.parse(JSON.stringify(typed), (_, value: unknown) =>
      typeof value === 'string' ? clean(value) : value,
    ) as Recording,
    secrets: Object.fromEntries(
      [...found].map(([value, placeholder]) => [placeholder.slice(2, -2), value]),
    ),
  };
}

/** Returns the kind of a step's field, of which one selector is enough; empty if it is no secret. */
function kindOf(step: Readonly<Record<string, unknown>>): string {
  const selectors = [step['fill'], step['selectors']].flat(Infinity);
  return (
    selectors.map((one) => (typeof one === 'string' ? secretKindOf(one) : '')).find(Boolean) ?? ''
  );
}

function hasPlaceholder(value: string): boolean {
  return /\{\{ *[A-Za-z_][\w.-]{0,63} *\}\}/.test(value);
}

/** Returns a value as it is, and as URLs contain it. */
function spellings(value: string): string[] {
  const encoded = value.isWellFormed() ? encodeURIComponent(value) : value;
  return [...new Set([value, encoded, encoded.replaceAll('%20', '+')])];
}
