import { Binary, byteOf, type CdpMessage, major, openEnded, tags } from './cdp-binary.ts';

/** Chromium's own reader goes 300 deep; values of scripts come up to 1,000 deep. */
const maxDepth = 1200;
/** A value of one byte becomes some eight in Node, an empty object of nine some sixty. */
const maxValues = 2_000_000;

/** An event needs far fewer. A map of 300,000 names, which are 3 MB, takes 260 ms. */
const maxEventValues = 20_000;

/** Reads a message. Much of it is a page's: what is broken, or would become large, throws. */
export function decodeMessage(bytes: Buffer): CdpMessage {
  const max = isLargeEvent(bytes) ? maxEventValues : maxValues;
  const message = new Reader(bytes, false, max).value();
  if (!isMessage(message)) throw new Error('not a message of CDP');
  return message;
}

/** As much of a message as its first bytes hold, up to the first that cannot be decoded. */
export function decodeHead(bytes: Buffer): CdpMessage {
  try {
    const head = new Reader(bytes, true).value();
    return isMessage(head) ? head : {};
  } catch {
    return {};
  }
}

/** Each value is a byte at least. Chromium writes the id of an answer first. */
function isLargeEvent(bytes: Buffer): boolean {
  return bytes.length > maxEventValues && decodeHead(bytes.subarray(0, 64)).id === undefined;
}

/** The session at the end of a message: Chromium writes it, so a page cannot forge it. */
export function sessionAtEnd(bytes: Buffer): string | undefined {
  const end = bytes.subarray(-sessionBytes).toString('latin1');
  return /^isessionIdx ([0-9A-F]{32})\xff$/.exec(end)?.[1];
}

const sessionBytes = 1 + 'sessionId'.length + 2 + 32 + 1;

function isMessage(value: unknown): value is CdpMessage {
  if (!isObject(value)) return false;
  const { id, sessionId, method, params, result, error } = value as Record<string, unknown>;
  return (
    (id === undefined || typeof id === 'number') &&
    (sessionId === undefined || typeof sessionId === 'string') &&
    (method === undefined || typeof method === 'string') &&
    [params, result, error].every((part) => part === undefined || isObject(part))
  );
}

function isObject(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Binary)
  );
}

class Reader {
  readonly #bytes: Buffer;
  /** A value that cannot be decoded, and all that follows it, is omitted. */
  readonly #isHead: boolean;
  readonly #maxValues: number;
  #at = 0;
  #depth = 0;
  #values = 0;

  constructor(bytes: Buffer, isHead = false, max = maxValues) {
    this.#bytes = bytes;
    this.#isHead = isHead;
    this.#maxValues = max;
  }

  value(): unknown {
    this.#values += 1;
    if (this.#values > this.#maxValues) throw new Error('a message of CDP holds too much');
    const first = this.#byte();
    const type = first >> 5;
    const low = first & 31;
    switch (type) {
      case major.unsigned:
        return this.#count(low);
      case major.negative:
        return -1 - this.#count(low);
      case major.bytes:
        return this.#take(this.#count(low)).toString('utf16le');
      case major.text:
        return this.#take(this.#count(low)).toString('utf8');
      case major.array:
        return this.#items(low);
      case major.map:
        return this.#entries(low);
      case major.tag:
        return this.#tagged(this.#count(low));
      default:
        return this.#simple(first);
    }
  }

  #tagged(tag: number): unknown {
    const length = this.#count(this.#byte() & 31);
    if (tag === tags.base64) return new Binary(this.#take(length));
    if (tag !== tags.envelope) throw new Error(`CDP has no tag ${tag}`);
    const type = (this.#bytes[this.#at] ?? byteOf.end) >> 5;
    // An envelope holds nothing else; a nested one would add depth without being counted.
    if (type !== major.array && type !== major.map) throw new Error('an empty envelope of CDP');
    return this.value();
  }

  // Few calls for each level: deep values must not be too much for the stack.
  #items(low: number): unknown[] {
    const items: unknown[] = [];
    this.#enter(low);
    try {
      while (!this.#ended()) items.push(this.value());
    } catch (error) {
      this.#leaveOut(error);
    }
    this.#depth -= 1;
    return items;
  }

  #entries(low: number): Record<string, unknown> {
    const entries: Record<string, unknown> = {};
    this.#enter(low);
    try {
      while (!this.#ended()) {
        const key = this.value();
        if (typeof key !== 'string') throw new Error('CDP names its fields');
        const value = this.value();
        // What a page calls its own must not become a prototype here.
        if (key === '__proto__') Object.defineProperty(entries, key, { ...own, value });
        else entries[key] = value;
      }
    } catch (error) {
      this.#leaveOut(error);
    }
    this.#depth -= 1;
    return entries;
  }

  #enter(low: number): void {
    if (low !== openEnded) throw new Error('CDP states no length of maps and arrays');
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new Error('a message of CDP is too deep');
  }

  #leaveOut(error: unknown): void {
    if (!this.#isHead) throw error;
    // The rest could not be delimited.
    this.#at = this.#bytes.length;
  }

  #ended(): boolean {
    if (this.#at >= this.#bytes.length) throw new Error('a message of CDP ends too early');
    if (this.#bytes[this.#at] !== byteOf.end) return false;
    this.#at += 1;
    return true;
  }

  #simple(first: number): unknown {
    if (first === byteOf.false) return false;
    if (first === byteOf.true) return true;
    if (first === byteOf.null) return null;
    if (first !== byteOf.double) throw new Error(`CDP has no CBOR of 0x${first.toString(16)}`);
    return this.#take(8).readDoubleBE();
  }

  #count(low: number): number {
    if (low < 24) return low;
    const bytes = 2 ** (low - 24);
    if (bytes > 8) throw new Error('a length of CDP is stated');
    const taken = this.#take(bytes);
    return bytes === 8 ? Number(taken.readBigUInt64BE()) : taken.readUIntBE(0, bytes);
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new Error('a message of CDP ends too early');
    this.#at += 1;
    return byte;
  }

  #take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new Error('a message of CDP ends too early');
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}

const own = { enumerable: true, configurable: true, writable: true };
