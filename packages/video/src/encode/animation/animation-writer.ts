import type { Sharp } from 'sharp';
import type { Area } from './changed-area.ts';

/** Puts single images into an animation. */
export interface AnimationWriter {
  /** Divisions of a second in which durations are counted. */
  readonly ticksPerSecond: number;
  /** The shortest time that an image may be shown: below it, browsers show it for 1/10 s. */
  readonly minTicks: number;
  /** Offsets must be multiples of this. */
  readonly grid: number;
  /** True if each image must be the whole one. */
  readonly isWhole: boolean;
  encode(part: Sharp): Promise<Buffer>;
  /** Adds what {@link AnimationWriter.encode} gave. */
  add(encoded: Buffer, area: Area, ticks: number): void;
  finish(): Buffer;
}
