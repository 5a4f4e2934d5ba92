import t from 'tap';
import { limitMemory } from './limit-memory.ts';

/** Node's types do not declare it. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    instantiate(
      module: Uint8Array,
    ): Promise<{ instance: { exports: { m: { grow(pages: number): number } } } }>;
  };
};

/** A module that exports its memory: at least one page of 64 KiB, at most `most`. */
const moduleWith = (...limits: number[]) => {
  const head = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  const memory = [5, 1 + limits.length, 1, ...limits];
  const exported = [7, 5, 1, 1, 0x6d, 2, 0];
  return Uint8Array.from([...head, ...memory, ...exported]);
};
const withMaximum = moduleWith(1, 1, 0x80, 0x80, 0x02);

const memoryOf = async (module: Uint8Array) =>
  (await WebAssembly.instantiate(module)).instance.exports.m;

t.test('a module cannot grow its memory beyond the limit', async (t) => {
  const memory = await memoryOf(limitMemory(withMaximum, 4 * 65_536));
  t.equal(memory.grow(3), 1);
  t.throws(() => memory.grow(1), RangeError);
  const free = await memoryOf(withMaximum);
  t.equal(free.grow(4), 1, 'and without it can');
});

t.test('rejects modules whose memory cannot be limited', (t) => {
  t.throws(() => limitMemory(moduleWith(0, 1), 65_536), /cannot be limited/, 'no maximum');
  t.throws(() => limitMemory(withMaximum, 1000), /cannot be limited/, 'less than it needs');
  t.throws(() => limitMemory(withMaximum, 2 ** 40), /cannot be limited/, 'more than before');
  t.throws(() => limitMemory(withMaximum.subarray(0, 8), 65_536), /cannot be limited/);
  t.end();
});
