/** Names that are left out for a while each. */
export interface ExcludedNames {
  add(name: string): void;
  names(): string[];
}

/** The oldest beyond this is removed: other programs may write many names. */
const maxNames = 100;

/** Remembers each name for so long after it was added last. */
export function createExcludedNames(forMs: number): ExcludedNames {
  const endsMs = new Map<string, number>();
  return {
    add(name) {
      endsMs.delete(name);
      endsMs.set(name, performance.now() + forMs);
      const [oldest] = endsMs.keys();
      if (endsMs.size > maxNames && oldest !== undefined) endsMs.delete(oldest);
    },
    names() {
      for (const [name, endMs] of endsMs) if (performance.now() >= endMs) endsMs.delete(name);
      return [...endsMs.keys()];
    },
  };
}
