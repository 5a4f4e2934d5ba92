import type { StateRecord, StateStore } from '@tintype/contract';

/** Returns the key of a record as JSON, or undefined if it is not found. */
export function recordKey(
  { key, keyEncoded, ...record }: StateRecord,
  { keyPath, keyPathArray }: Pick<StateStore, 'keyPath' | 'keyPathArray'>,
): string | undefined {
  const paths = keyPathArray ?? (keyPath === undefined ? undefined : [keyPath]);
  if (!paths) return JSON.stringify(key ?? keyEncoded);
  const parts = paths.map((path) =>
    'value' in record ? plainPart(record.value, path) : encodedPart(record.valueEncoded, path),
  );
  return parts.includes(undefined) ? undefined : JSON.stringify(parts);
}

/** Follows a path like `user.id`. */
function plainPart(value: unknown, path: string): unknown {
  let part = value;
  for (const name of namesOf(path)) part = ownPart(part, name);
  return part;
}

/** As {@link plainPart}, in Playwright's encoding: `{ o: [{ k, v }], id }` is an object. */
function encodedPart(value: unknown, path: string): unknown {
  let part = value;
  for (const name of namesOf(path)) {
    if (typeof part === 'string') {
      part = ownPart(part, name);
      continue;
    }
    const { o } = (part ?? {}) as { o?: { k: unknown; v: unknown }[] };
    part = Array.isArray(o) ? o.find((field) => field?.k === name)?.v : undefined;
  }
  // A reference to another part of the value is no key.
  const isReference = typeof part === 'object' && part !== null && 'ref' in part;
  return isReference ? undefined : part;
}

function namesOf(path: string): string[] {
  return path === '' ? [] : path.split('.');
}

/** Lists and texts have a `length` of their own. */
function ownPart(value: unknown, name: string): unknown {
  if (value === undefined || value === null || !Object.hasOwn(Object(value), name))
    return undefined;
  return (value as Record<string, unknown>)[name];
}
