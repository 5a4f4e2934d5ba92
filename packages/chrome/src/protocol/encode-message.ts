import { byteOf, type CdpMessage, envelope, envelopeBytes, major } from './cdp-binary.ts';

/**
 * Encodes a message as Chromium's `--remote-debugging-pipe=cbor` expects it: CBOR (RFC 8949) in
 * which each map and array has indefinite length and is in an envelope, and text is ASCII, or else
 * UTF-16.
 */
export function encodeMessage(message: CdpMessage): Buffer {
  const writer = new Writer();
  writer.value(message);
  return writer.done();
}

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

  /** Writes the head of a value: its major type, and its length or count. */
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
