/** Budget and results of encoding; exceeding the budget throws. */
export interface Encoding {
  /** Characters left. */
  length: number;
  /** Objects and lists left. */
  objects: number;
  /** False once a value has a part that JSON cannot express. */
  isPlain: boolean;
  /** Ids of encoded objects, for values that contain an object twice. */
  ids: Map<object, number>;
}

/** Levels of a value: a state as JSON has at most 100, and each of these takes three. */
export const maxValueDepth = 24;

export const typedArrays = {
  Int8Array: 'i8',
  Uint8Array: 'ui8',
  Uint8ClampedArray: 'ui8c',
  Int16Array: 'i16',
  Uint16Array: 'ui16',
  Int32Array: 'i32',
  Uint32Array: 'ui32',
  Float32Array: 'f32',
  Float64Array: 'f64',
  BigInt64Array: 'bi64',
  BigUint64Array: 'bui64',
} as const;

/**
 * Encodes a structured clone as Playwright does; `m` (Map) and `s` (Set) are Tintype's own.
 * @throws {TypeError} with the name of a type that cannot be stored
 * @throws {RangeError} beyond the budget
 */
export function encodeValue(value: unknown, work: Encoding, depth = 1): unknown {
  if (typeof value === 'string') return spent(value, work, value.length);
  if (typeof value === 'boolean') return spent(value, work, 4);
  if (typeof value === 'number') return encodeNumber(value, work);
  if (value === null) return spent({ v: 'null' }, work, 12);
  const type = Object.prototype.toString.call(value).slice(8, -1);
  if (type !== 'Object' && type !== 'Array') work.isPlain = false;
  if (value === undefined) return spent({ v: 'undefined' }, work, 17);
  if (typeof value === 'bigint') {
    const text = String(value);
    return spent({ bi: text }, work, text.length);
  }
  return encodeObject(value, type, work, depth);
}

/** Subtracts from the budget. @throws {RangeError} */
export function spent<T>(value: T, work: Pick<Encoding, 'length'>, length: number): T {
  work.length -= length + 4;
  if (work.length < 0) throw new RangeError('it is too large');
  return value;
}

export function encodeNumber(value: number, work: Encoding): unknown {
  spent(value, work, String(value).length);
  if (Number.isFinite(value) && !Object.is(value, -0)) return value;
  work.isPlain = false;
  return { v: value === 0 ? '-0' : String(value) };
}

export function encodeObject(value: object, type: string, work: Encoding, depth: number): unknown {
  if (type === 'Date') return spent({ d: (value as Date).toJSON() }, work, 30);
  if (type === 'RegExp') {
    const { source, flags } = value as RegExp;
    return spent({ r: { p: source, f: flags } }, work, source.length + flags.length);
  }
  if (type === 'ArrayBuffer') return { ab: { b: encodeBytes(value as ArrayBuffer, work) } };
  if (type in typedArrays) {
    const { buffer, byteOffset, byteLength } = value as Uint8Array<ArrayBuffer>;
    const bytes = buffer.slice(byteOffset, byteOffset + byteLength);
    return { ta: { b: encodeBytes(bytes, work), k: typedArrays[type as 'Int8Array'] } };
  }
  if (type === 'Error') {
    const { name: n, message: m, stack: s = '' } = value as Error;
    return spent({ e: { n, m, s } }, work, n.length + m.length + s.length);
  }
  return encodeContainer(value, type, work, depth);
}

export function encodeBytes(bytes: ArrayBuffer, work: Encoding): string {
  spent(bytes, work, (bytes.byteLength * 4) / 3);
  let text = '';
  for (const byte of new Uint8Array(bytes)) text += String.fromCharCode(byte);
  return btoa(text);
}

export function encodeContainer(
  value: object,
  type: string,
  work: Encoding,
  depth: number,
): unknown {
  const known = work.ids.get(value);
  if (known !== undefined) {
    // JSON has no cycles.
    work.isPlain = false;
    return spent({ ref: known }, work, 12);
  }
  if (depth > maxValueDepth) throw new RangeError('a value is nested too deeply');
  const id = work.ids.size + 1;
  work.ids.set(value, id);
  const inner = (part: unknown) => encodeValue(part, work, depth + 1);
  const use = (objects: number) => {
    work.objects -= objects;
    if (work.objects < 0) throw new RangeError('it has too many values');
  };
  // Ends early for a sparse list, whose length may be billions.
  const list = (parts: Iterable<unknown>) => Array.from(parts, inner);
  use(2);
  if (type === 'Map') return { m: list(value as Map<unknown, unknown>), id };
  if (type === 'Set') return { s: list(value as Set<unknown>), id };
  if (type === 'Array') return { a: list(value as unknown[]), id };
  if (type !== 'Object') throw new TypeError(type);
  const names = Object.keys(value);
  use(names.length);
  const values = list(names.map((name) => (value as Record<string, unknown>)[name]));
  return { o: names.map((k, at) => ({ k: spent(k, work, k.length), v: values[at] })), id };
}
