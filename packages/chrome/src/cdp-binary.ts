/** A message of CDP, as its own fields. */
export interface CdpMessage {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { code?: number; message: string; data?: unknown };
}

/** Bytes within a message. As JSON they are base64, which is what CDP's JSON has in their place. */
export class Binary {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  toJSON(): string {
    return this.bytes.toString('base64');
  }
}

/** The first bytes of a map or an array: tag 24, a string of bytes, and their number in the next four. */
const envelope = Buffer.from([0xd8, 0x18, 0x5a]);
/** How much has to be read of a message to know how long it is. */
export const envelopeBytes = envelope.length + 4;

/** The length of a message with its envelope, from its first {@link envelopeBytes}. */
export function messageBytes(head: Buffer): number {
  if (!head.subarray(0, envelope.length).equals(envelope)) {
    throw new Error(`not a message of CDP: ${head.toString('hex')}`);
  }
  return envelopeBytes + head.readUInt32BE(envelope.length);
}

/**
 * Writes a message as Chromium's `--remote-debugging-pipe=cbor` reads it: CBOR (RFC 8949) in which each map and array has no
 * stated length and lies in an envelope, and text is ASCII, or else UTF-16.
 */
export function encodeMessage(message: CdpMessage): Buffer {
  const writer = new Writer();
  writer.value(message);
  return writer.done();
}

/** Reads what {@link encodeMessage} or Chromium wrote. */
export function decodeMessage(bytes: Buffer): CdpMessage {
  return new Reader(bytes).value() as CdpMessage;
}

const major = { unsigned: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5, tag: 6, simple: 7 };
const tags = { base64: 22, envelope: 24 };
const byteOf = {
  false: 0xf4,
  true: 0xf5,
  null: 0xf6,
  double: 0xfb,
  array: 0x9f,
  map: 0xbf,
  end: 0xff,
};
/** In the low five bits of a byte: no length is stated. */
const openEnded = 31;

class Writer {
  #buffer = Buffer.allocUnsafe(1024);
  #length = 0;

  done(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  value(value: unknown): void {
    switch (typeof value) {
      case 'string':
        return this.#string(value);
      case 'number':
        return this.#number(value);
      case 'boolean':
        return this.#byte(value ? byteOf.true : byteOf.false);
      case 'object':
        if (value === null) return this.#byte(byteOf.null);
        return this.#enclosed(value);
      default:
        throw new TypeError(`CDP has no ${typeof value}`);
    }
  }

  #enclosed(value: object): void {
    this.#room(envelopeBytes);
    envelope.copy(this.#buffer, this.#length);
    this.#length += envelopeBytes;
    const start = this.#length;
    if (Array.isArray(value)) {
      this.#byte(byteOf.array);
      for (const item of value) this.value(item ?? null);
    } else {
      this.#byte(byteOf.map);
      for (const [key, item] of Object.entries(value)) {
        if (item === undefined) continue;
        this.#string(key);
        this.value(item);
      }
    }
    this.#byte(byteOf.end);
    this.#buffer.writeUInt32BE(this.#length - start, start - 4);
  }

  #string(text: string): void {
    const isAscii = Buffer.byteLength(text) === text.length;
    const bytes = isAscii ? text.length : 2 * text.length;
    this.#head(isAscii ? major.text : major.bytes, bytes);
    this.#room(bytes);
    this.#buffer.write(text, this.#length, isAscii ? 'latin1' : 'utf16le');
    this.#length += bytes;
  }

  #number(number: number): void {
    const isInt32 = (number | 0) === number && !Object.is(number, -0);
    if (isInt32 && number >= 0) return this.#head(major.unsigned, number);
    if (isInt32) return this.#head(major.negative, -1 - number);
    this.#byte(byteOf.double);
    this.#room(8);
    this.#length = this.#buffer.writeDoubleBE(number, this.#length);
  }

  /** What follows, and how much or many. */
  #head(type: number, count: number): void {
    this.#room(5);
    const high = type << 5;
    if (count < 24) {
      this.#length = this.#buffer.writeUInt8(high | count, this.#length);
    } else if (count < 0x100) {
      this.#length = this.#buffer.writeUInt8(high | 24, this.#length);
      this.#length = this.#buffer.writeUInt8(count, this.#length);
    } else if (count < 0x10000) {
      this.#length = this.#buffer.writeUInt8(high | 25, this.#length);
      this.#length = this.#buffer.writeUInt16BE(count, this.#length);
    } else {
      this.#length = this.#buffer.writeUInt8(high | 26, this.#length);
      this.#length = this.#buffer.writeUInt32BE(count, this.#length);
    }
  }

  #byte(byte: number): void {
    this.#room(1);
    this.#buffer[this.#length] = byte;
    this.#length += 1;
  }

  #room(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#buffer.length, this.#length + bytes));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  value(): unknown {
    const first = this.#bytes.readUInt8(this.#at);
    this.#at += 1;
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
    const first = this.#bytes.readUInt8(this.#at);
    this.#at += 1;
    const length = this.#count(first & 31);
    if (tag === tags.envelope) return this.value();
    if (tag === tags.base64) return new Binary(this.#take(length));
    throw new Error(`CDP has no tag ${tag}`);
  }

  #items(low: number): unknown[] {
    this.#expectOpenEnded(low);
    const items: unknown[] = [];
    while (!this.#ended()) items.push(this.value());
    return items;
  }

  #entries(low: number): Record<string, unknown> {
    this.#expectOpenEnded(low);
    const entries: Record<string, unknown> = {};
    while (!this.#ended()) {
      const key = this.value() as string;
      const value = this.value();
      // What a page calls its own must not become a prototype here.
      if (key === '__proto__') Object.defineProperty(entries, key, { ...own, value });
      else entries[key] = value;
    }
    return entries;
  }

  #expectOpenEnded(low: number): void {
    if (low !== openEnded) throw new Error('CDP states no length of maps and arrays');
  }

  #ended(): boolean {
    if (this.#bytes.readUInt8(this.#at) !== byteOf.end) return false;
    this.#at += 1;
    return true;
  }

  #simple(first: number): unknown {
    if (first === byteOf.false) return false;
    if (first === byteOf.true) return true;
    if (first === byteOf.null) return null;
    if (first !== byteOf.double) throw new Error(`CDP has no CBOR of 0x${first.toString(16)}`);
    this.#at += 8;
    return this.#bytes.readDoubleBE(this.#at - 8);
  }

  #count(low: number): number {
    if (low < 24) return low;
    const bytes = 2 ** (low - 24);
    if (bytes > 8) throw new Error('a length of CDP is stated');
    const from = this.#at;
    this.#at += bytes;
    return bytes === 8
      ? Number(this.#bytes.readBigUInt64BE(from))
      : this.#bytes.readUIntBE(from, bytes);
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
