import { typedArrays } from './encode-value.ts';

/** Value in the encoding of {@link decodeValue}: one of these fields. */
export interface Encoded {
  v?: string;
  d?: string | null;
  u?: string;
  bi?: string;
  r?: { p: string; f: string };
  e?: { n: string; m: string; s: string };
  ta?: { b: string; k: string };
  ab?: { b: string };
  a?: unknown[];
  o?: { k: string; v: unknown }[];
  m?: unknown[];
  s?: unknown[];
  id?: number;
  ref?: number;
}

/** Decodes a value of a record. @param refs - the objects decoded so far, by id */
export function decodeValue(encoded: unknown, refs: Map<unknown, object> = new Map()): unknown {
  if (typeof encoded !== 'object' || encoded === null) return encoded;
  const { v, d, u, bi, r, e, ta, ab, ref } = encoded as Encoded;
  if (ref !== undefined) return refs.get(ref);
  if (v === 'null') return null;
  if (v === 'undefined') return undefined;
  if (v !== undefined) return Number(v);
  if (d !== undefined) return new Date(d ?? NaN);
  if (u !== undefined) return u;
  if (bi !== undefined) return BigInt(bi);
  if (r !== undefined) return new RegExp(r.p, r.f);
  if (ab !== undefined) return decodeBytes(ab.b);
  if (ta !== undefined) return decodeTyped(ta.b, ta.k);
  if (e !== undefined) return Object.assign(new Error(e.m), { name: e.n, stack: e.s });
  return decodeContainer(encoded, refs);
}

export function decodeBytes(text: string): ArrayBuffer {
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)).buffer;
}

export function decodeTyped(text: string, kind: string): unknown {
  const entry = Object.entries(typedArrays).find(([, known]) => known === kind);
  if (!entry) throw new TypeError(`unknown kind of array ${kind}`);
  const types = globalThis as unknown as Record<string, new (bytes: ArrayBuffer) => unknown>;
  const Typed = types[entry[0]];
  return Typed && new Typed(decodeBytes(text));
}

export function decodeContainer({ a, o, m, s, id }: Encoded, refs: Map<unknown, object>): object {
  const known = <T extends object>(made: T): T => {
    if (id !== undefined) refs.set(id, made);
    return made;
  };
  const inner = (part: unknown) => decodeValue(part, refs);
  if (a) {
    const list = known<unknown[]>([]);
    for (const part of a) list.push(inner(part));
    return list;
  }
  if (m) {
    const map = known(new Map<unknown, unknown>());
    for (const entry of m) map.set(...(inner(entry) as [unknown, unknown]));
    return map;
  }
  if (s) {
    const set = known(new Set<unknown>());
    for (const part of s) set.add(inner(part));
    return set;
  }
  if (!o) throw new TypeError('unknown encoding');
  const object = known({});
  for (const { k, v } of o) {
    // An assignment to __proto__ would change the prototype.
    Object.defineProperty(object, k, {
      value: inner(v),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return object;
}
