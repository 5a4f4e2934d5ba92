/** Fields of a step as they were written. */
type Fields = Readonly<Record<string, unknown>>;

/** Returns the text that replaces a typed one. */
type Replace = (value: string, step: Fields) => string;

/**
 * Returns steps for a URL: placeholders replace typed texts, as any may be a password. Empty if
 * they are not JSON.
 */
export function openSteps(text: string): string {
  const nameOf = createNames(text);
  try {
    return JSON.stringify(withTexts(JSON.parse(text), (value) => nameOf(value, 'value')));
  } catch {
    return '';
  }
}

/** Replaces the typed texts of steps, also of those inside others. Placeholders stay. */
export function withTexts<Steps>(steps: Steps, replace: Replace): Steps {
  const written = JSON.stringify(steps, function (this: Fields, key, value: unknown) {
    const isTyped = key === 'value' && ('fill' in this || this['type'] === 'change');
    // A number is not valid, and may be a code nevertheless.
    if (!isTyped || !/^(?:string|number)$/.test(typeof value)) return value;
    const text = String(value);
    if (text === '' || isPlaceholder(text)) return value;
    const next = replace(text, this);
    return next === text ? value : next;
  });
  return JSON.parse(written) as Steps;
}

function isPlaceholder(value: string): boolean {
  return /^\{\{ *[A-Za-z_][\w.-]{0,63} *\}\}$/.test(value);
}

/** Returns a function that returns one placeholder for each value, which `text` does not have. */
export function createNames(text: string): (value: string, stem: string) => string {
  const placeholders = new Map<string, string>();
  const counts = new Map<string, number>();
  return (value, stem) => {
    const known = placeholders.get(value);
    if (known !== undefined) return known;
    let count = counts.get(stem) ?? 0;
    let placeholder: string;
    do {
      count += 1;
      placeholder = `{{${stem}${count === 1 ? '' : count}}}`;
    } while (text.includes(placeholder));
    counts.set(stem, count);
    placeholders.set(value, placeholder);
    return placeholder;
  };
}
