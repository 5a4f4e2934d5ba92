// The build replaces this file with the used part of mediabunny. As a dependency it would bring
// ambient types into each program that installs Tintype, which contradict those of TypeScript
// itself.
export {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
