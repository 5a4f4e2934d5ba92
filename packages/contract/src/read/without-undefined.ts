// A file of its own, which loads no zod: clients in browsers read headers with it.

/** Returns a copy without undefined properties. */
export function withoutUndefined<T extends object>(
  values: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Partial<T> as ReturnType<typeof withoutUndefined<T>>;
}
