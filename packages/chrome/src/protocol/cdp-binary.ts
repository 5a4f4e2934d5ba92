/** A message of CDP, as its own fields. */
export interface CdpMessage {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { code?: number; message: string; data?: unknown };
}

/** Bytes within a message. In JSON they become base64, as in CDP's JSON. */
export class Binary {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  toJSON(): string {
    return this.bytes.toString('base64');
  }
}

/** Start of a map or an array: tag 24, a byte string, and its length in the next four. */
export const envelope = Buffer.from([0xd8, 0x18, 0x5a]);
/** Number of bytes in which a message states its length. */
export const envelopeBytes = envelope.length + 4;

/** The length of a message with its envelope, from its first {@link envelopeBytes}. */
export function messageBytes(head: Buffer): number {
  if (!head.subarray(0, envelope.length).equals(envelope)) {
    throw new Error(`not a message of CDP: ${head.toString('hex')}`);
  }
  return envelopeBytes + head.readUInt32BE(envelope.length);
}

/** The major types: the high three bits of the first byte of a value. */
export const major = {
  unsigned: 0,
  negative: 1,
  bytes: 2,
  text: 3,
  array: 4,
  map: 5,
  tag: 6,
  simple: 7,
};
export const tags = { base64: 22, envelope: 24 };
export const byteOf = {
  false: 0xf4,
  true: 0xf5,
  null: 0xf6,
  double: 0xfb,
  array: 0x9f,
  map: 0xbf,
  end: 0xff,
};
/** In the low five bits of a byte: no length is stated. */
export const openEnded = 31;
