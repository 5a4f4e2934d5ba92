import type { ObservedElement } from './observation.ts';

/** Names of the values that a recording does not contain: `password`, `password2`, `code`. */
export interface SecretNames {
  /** Returns the name for a field: the same one each time. */
  nameOf(kind: string, field: Pick<ObservedElement, 'selectors' | 'frame'>): string;
  all(): string[];
}

export function createSecretNames(): SecretNames {
  const names = new Map<string, string>();
  return {
    nameOf(kind, { selectors, frame }) {
      const field = JSON.stringify([kind, selectors, frame]);
      const known = names.get(field);
      if (known !== undefined) return known;
      const same = [...names.values()].filter((name) => name.replace(/\d+$/, '') === kind).length;
      const name = same === 0 ? kind : `${kind}${same + 1}`;
      names.set(field, name);
      return name;
    },
    all: () => [...names.values()],
  };
}
