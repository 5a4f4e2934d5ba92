import type { KindDefinition } from './define-kind.ts';

/** The kinds that an engine, a service or a command line knows. */
export interface KindSet extends Iterable<KindDefinition> {
  /** In the order of help and docs. */
  readonly names: readonly string[];
  /** Returns the kind with this name, if any. */
  find(name: unknown): KindDefinition | undefined;
  /** @throws {TypeError} If there is no kind with this name. */
  get(name: string): KindDefinition;
}

/** Creates a set of kinds. @throws {TypeError} If two kinds have the same name. */
export function createKindSet(definitions: Iterable<KindDefinition>): KindSet {
  const byName = new Map<unknown, KindDefinition>();
  for (const definition of definitions) {
    if (byName.has(definition.name)) {
      throw new TypeError(`There are two kinds with the name ${definition.name}.`);
    }
    byName.set(definition.name, definition);
  }
  const names = [...byName.values()].map(({ name }) => name);
  return {
    names,
    find: (name) => byName.get(name),
    get(name) {
      const found = byName.get(name);
      if (found === undefined) {
        throw new TypeError(`kind must be one of ${names.join(', ')}; got ${name}.`);
      }
      return found;
    },
    [Symbol.iterator]: () => byName.values(),
  };
}
