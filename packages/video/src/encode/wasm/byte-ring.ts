/** Bytes on their way from one thread to another that cannot wait asynchronously. */
export type ByteRing = SharedArrayBuffer;

/** Fields of the head: bytes read and written so far (modulo 2^32), and the end of the stream. */
const READ = 0;
const WRITTEN = 1;
const ENDED = 2;
const HEAD_BYTES = 3 * Int32Array.BYTES_PER_ELEMENT;

/** Creates a ring. Its capacity is a power of two, so that the counts may overflow. */
export function createByteRing(capacity: number): ByteRing {
  return new SharedArrayBuffer(HEAD_BYTES + capacity);
}

/** Puts bytes into the ring as it has room. */
export async function writeToRing(ring: ByteRing, bytes: Uint8Array): Promise<void> {
  const head = new Int32Array(ring, 0, 3);
  const room = new Uint8Array(ring, HEAD_BYTES);
  for (let at = 0; at < bytes.byteLength;) {
    const read = Atomics.load(head, READ);
    const written = Atomics.load(head, WRITTEN);
    const free = room.byteLength - ((written - read) >>> 0);
    if (free === 0) {
      await Atomics.waitAsync(head, READ, read).value;
      continue;
    }
    const start = (written >>> 0) % room.byteLength;
    const count = Math.min(free, bytes.byteLength - at, room.byteLength - start);
    room.set(bytes.subarray(at, at + count), start);
    at += count;
    Atomics.store(head, WRITTEN, (written + count) | 0);
    Atomics.notify(head, WRITTEN);
  }
}

/** Marks the end of the bytes. */
export function endRing(ring: ByteRing): void {
  const head = new Int32Array(ring, 0, 3);
  Atomics.store(head, ENDED, 1);
  Atomics.notify(head, WRITTEN);
}

/** Returns the bytes one after the other, null at the end; blocks its thread until there is one. */
export function createRingReader(ring: ByteRing): () => number | null {
  const head = new Int32Array(ring, 0, 3);
  const room = new Uint8Array(ring, HEAD_BYTES);
  let position = Atomics.load(head, READ);
  let end = position;
  return () => {
    if (position === end && !waitForMore()) return null;
    const byte = room[(position >>> 0) % room.byteLength]!;
    position = (position + 1) | 0;
    return byte;
  };

  function waitForMore(): boolean {
    Atomics.store(head, READ, position);
    Atomics.notify(head, READ);
    for (;;) {
      // In this order, so that bytes written before the end are not missed.
      const hasEnded = Atomics.load(head, ENDED) === 1;
      end = Atomics.load(head, WRITTEN);
      if (end !== position) return true;
      if (hasEnded) return false;
      // Woken by the end as well, which does not change the count: so not for ever.
      Atomics.wait(head, WRITTEN, position, 100);
    }
  }
}
