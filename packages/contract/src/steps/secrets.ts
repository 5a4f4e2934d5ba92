import type { Step } from './steps.ts';

/** Maximum characters of `secrets` as JSON. */
export const maxSecretsLength = 65_536;

const maxSecrets = 100;
const placeholder = /\{\{ *([A-Za-z_][\w.-]{0,63}) *\}\}/g;

/** Reads the JSON of `secrets`, or returns its problem, which never contains a value. */
export function readSecrets(text: string): Readonly<Record<string, string>> | string {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return 'they are not JSON';
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return 'they are no object';
  }
  const entries = Object.entries(given);
  if (entries.length > maxSecrets) return `there are more than ${maxSecrets}`;
  for (const [at, [name, value]] of entries.entries()) {
    if (!/^[A-Za-z_][\w.-]{0,63}$/.test(name)) {
      return 'a name has other characters than letters, digits, dots, dashes and underscores';
    }
    if (typeof value !== 'string') return `number ${at + 1} is no text`;
  }
  return Object.fromEntries(entries) as Record<string, string>;
}

/** Returns the names in `{{name}}` of the values of steps, in order. */
export function secretNames(steps: readonly Step[]): string[] {
  const names = new Set<string>();
  const visit = (step: Step): void => {
    if (step.type === 'change') {
      for (const [, name = ''] of step.value.matchAll(placeholder)) names.add(name);
    }
    if (step.type !== 'ifVisible') return;
    for (const inner of [...step.then, ...(step.else ?? [])]) visit(inner);
  };
  for (const step of steps) visit(step);
  return [...names];
}

/** Replaces `{{name}}` in a value. */
export function withSecrets(value: string, secrets: Readonly<Record<string, string>>): string {
  return value.replace(placeholder, (all, name: string) =>
    Object.hasOwn(secrets, name) ? (secrets[name] ?? all) : all,
  );
}

/** Replaces the values of secrets in a text; short ones occur by chance. */
export function withoutValues(text: string, secrets: Readonly<Record<string, string>>): string {
  return Object.entries(secrets).reduce(
    (shown, [name, value]) => (value.length < 4 ? shown : shown.replaceAll(value, `{{${name}}}`)),
    text,
  );
}
