/** A test, or a file of them. */
export interface Owner {
  teardown(end: () => unknown): unknown;
}

/** Closes or stops something when a test has ended. */
export function closeWith<Thing extends { close(): unknown } | { stop(): unknown }>(
  t: Owner,
  thing: Thing,
): Thing {
  t.teardown(() => ('close' in thing ? thing.close() : thing.stop()));
  return thing;
}
