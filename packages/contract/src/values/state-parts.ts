/** Problem of a storage state, which contains no value of it. */
export class WrongState extends Error {}

export function objectAt(value: unknown, place: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new WrongState(`${place} is no object`);
}

export function listAt(value: unknown, place: string, max: number): unknown[] {
  if (!Array.isArray(value)) throw new WrongState(`${place} is no list`);
  if (value.length > max) throw new WrongState(`${place} has more than ${max} items`);
  return value;
}

export function textAt(value: unknown, place: string): string {
  if (typeof value === 'string') return value;
  throw new WrongState(`${place} is no text`);
}

export function flagAt(value: unknown, place: string): boolean {
  if (value === undefined || typeof value === 'boolean') return value ?? false;
  throw new WrongState(`${place} is neither true nor false`);
}
