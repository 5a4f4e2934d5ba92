/** Maximum length of a value in a message. */
const maxShown = 80;

/** A value as a message shows it: on one line, cut, and not at all when it is secret. */
export function describeValue(value: unknown, secret = false): string {
  if (secret) return `a ${typeName(value)} (not shown, it may be secret)`;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'string' && value.length > maxShown) {
    return `${JSON.stringify(value.slice(0, maxShown))}... (${value.length} characters)`;
  }
  if (Array.isArray(value))
    return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return JSON.stringify(value) ?? typeName(value);
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' ? 'object' : typeof value;
}
