import type { ObservedElement } from './observation.ts';

/** Names of the values that a recording does not contain: `password`, `password2`, `code`. */
export interface SecretNames {
  /**
   * Returns the name for a field: the same one each time, also if its page is loaded again.
   * @param key - key of the element: its selectors change when a page shows a password as text
   */
  nameOf(kind: string, field: Pick<ObservedElement, 'selectors' | 'frame'>, key: string): string;
  all(): string[];
}

export function createSecretNames(): SecretNames {
  const names = new Map<string, string>();
  const all = () => [...new Set(names.values())];
  return {
    nameOf(kind, { selectors: [first], frame }, key) {
      const place = JSON.stringify([kind, first, frame]);
      const same = all().filter((name) => name.replace(/\d+$/, '') === kind).length;
      const name = names.get(key) ?? names.get(place) ?? `${kind}${same === 0 ? '' : same + 1}`;
      names.set(key, name);
      names.set(place, name);
      return name;
    },
    all,
  };
}
