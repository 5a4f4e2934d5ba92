/** Replaces random numbers by the same sequence in each document. Runs in the main world. */
export function seedRandom(): void {
  const random = numbersFrom(0x2f_6e_2b_1);
  Math.random = new Proxy(Math.random, { apply: () => random() / 2 ** 32 });
  const bits = numbersFrom(0x5_1a_3c_7);
  const { prototype } = Crypto;
  const { getRandomValues, randomUUID } = prototype;
  prototype.getRandomValues = new Proxy(getRandomValues, {
    apply(target, self, args: [ArrayBufferView]) {
      const array: ArrayBufferView = Reflect.apply(target, self, args);
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      for (let at = 0; at < bytes.length; at += 1) bytes[at] = bits();
      return array;
    },
  });
  if (!randomUUID) return;
  prototype.randomUUID = new Proxy(randomUUID, {
    apply(target, self) {
      Reflect.apply(target, self, []);
      const hex = (digits: number) => {
        let text = '';
        while (text.length < digits) text += (bits() >>> 16).toString(16).padStart(4, '0');
        return text.slice(0, digits);
      };
      return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
    },
  });
}

/** Returns a generator of integers of 32 bits (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
