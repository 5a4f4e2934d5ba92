import type { FrameFormat } from './encoder.ts';

/** Writes images as a Matroska stream, with times: a repeated image costs the reader nothing. */
export interface FrameStream {
  /** The bytes of an image (all JPEG, or all PNG) at a frame number. */
  frame(image: Uint8Array, index: number): Uint8Array[];
}

/** The names of elements, from RFC 9559. */
const ID = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  defaultDuration: 0x23e383,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
} as const;

/** A size of all ones: until the end of the stream. */
const UNKNOWN_SIZE = Buffer.from('01ffffffffffffff', 'hex');
const NANOSECONDS = 1_000_000_000;

export function createFrameStream(frames: FrameFormat): FrameStream {
  let hasHeader = false;
  return {
    frame(image, index) {
      const timestamp = element(ID.timestamp, [integer(index)]);
      // Track 1, at the cluster's own time, a key frame.
      const blockHead = Buffer.from([0x81, 0, 0, 0x80]);
      const blockBytes = blockHead.byteLength + image.byteLength;
      const block = Buffer.concat([idBytes(ID.simpleBlock), sizeBytes(blockBytes), blockHead]);
      const clusterBytes = timestamp.byteLength + block.byteLength + image.byteLength;
      const cluster = Buffer.concat([idBytes(ID.cluster), sizeBytes(clusterBytes)]);
      const head = hasHeader ? [] : [headerOf(frames, isPng(image))];
      hasHeader = true;
      return [Buffer.concat([...head, cluster, timestamp, block]), image];
    },
  };
}

function isPng(image: Uint8Array): boolean {
  return image[0] === 0x89;
}

function headerOf(frames: FrameFormat, hasPng: boolean): Buffer {
  const frameNs = Math.round(NANOSECONDS / frames.fps);
  return Buffer.concat([
    element(ID.ebml, [
      element(ID.docType, [Buffer.from('matroska')]),
      element(ID.docTypeVersion, [integer(4)]),
      element(ID.docTypeReadVersion, [integer(2)]),
    ]),
    idBytes(ID.segment),
    UNKNOWN_SIZE,
    element(ID.info, [
      // One tick is one frame.
      element(ID.timestampScale, [integer(frameNs)]),
      element(ID.muxingApp, [Buffer.from('tintype')]),
      element(ID.writingApp, [Buffer.from('tintype')]),
    ]),
    element(ID.tracks, [
      element(ID.trackEntry, [
        element(ID.trackNumber, [integer(1)]),
        element(ID.trackUid, [integer(1)]),
        element(ID.trackType, [integer(1)]),
        element(ID.defaultDuration, [integer(frameNs)]),
        ...codec(frames, hasPng),
        element(ID.video, [
          element(ID.pixelWidth, [integer(frames.width)]),
          element(ID.pixelHeight, [integer(frames.height)]),
        ]),
      ]),
    ]),
  ]);
}

function codec({ width, height }: FrameFormat, hasPng: boolean): Buffer[] {
  if (!hasPng) return [element(ID.codecId, [Buffer.from('V_MJPEG')])];
  // PNG has no name of its own in Matroska, but one in the bitmap header of Video for Windows.
  const bitmap = Buffer.alloc(40);
  bitmap.writeUInt32LE(bitmap.byteLength, 0);
  bitmap.writeInt32LE(width, 4);
  bitmap.writeInt32LE(height, 8);
  bitmap.writeUInt16LE(1, 12);
  bitmap.writeUInt16LE(24, 14);
  bitmap.write('MPNG', 16, 'latin1');
  return [
    element(ID.codecId, [Buffer.from('V_MS/VFW/FOURCC')]),
    element(ID.codecPrivate, [bitmap]),
  ];
}

function element(id: number, content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([idBytes(id), sizeBytes(body.byteLength), body]);
}

function idBytes(id: number): Buffer {
  return Buffer.from(evenHex(id), 'hex');
}

/** Always eight bytes, the first of which says so. */
function sizeBytes(bytes: number): Buffer {
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(bytes));
  size[0] = 1;
  return size;
}

function integer(value: number): Buffer {
  return Buffer.from(evenHex(value), 'hex');
}

function evenHex(value: number): string {
  const hex = value.toString(16);
  return hex.length % 2 === 0 ? hex : `0${hex}`;
}
