import type { FrameFormat } from '../encoder.ts';
import type { MuxedFormat } from './mux-video.ts';

/** Frames in one of the formats that WebCodecs makes. */
export type WebcodecsFrames = FrameFormat & { format: MuxedFormat };
