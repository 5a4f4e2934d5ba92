/** The middle of some rounds, and how far they lie apart. */
export interface Figures {
  median: number;
  least: number;
  max: number;
}

/** One page after the other. */
export interface StillFigures {
  name: string;
  /** Pages whose image is the one that the page ends with. */
  right: number;
  pages: number;
  different: { page: string; share: number }[];
  /** Pages that are timed: this contender and the floor gave the right image. */
  compared: number;
  ms: Figures;
  /** Time, as a multiple of the floor's on the same pages. */
  toFloor: Figures;
  /** Milliseconds of the processor for a page, of those that are timed. */
  cpuMs?: Figures;
  /** As a multiple of the floor's on the same pages. */
  cpuToFloor?: Figures;
}

/** Several pages at once. */
export interface SeveralFigures {
  name: string;
  perSecond: Figures;
  /** Throughput, as a multiple of the floor's. */
  toFloor: Figures;
}

/** A recording of what moves evenly. */
export interface VideoFigures {
  name: string;
  /** Frames that stand where they belong, of those that should be there. */
  right: number;
  frames: number;
  has: number;
  framesPerSecond: number;
  /** Seconds for each second of video. */
  seconds: Figures;
}

export interface Machine {
  date: string;
  processor: string;
  cores: number;
  memoryGb: number;
  /** Of the last minute, when it began: with nothing else to do it would be 0. */
  load: number;
  node: string;
  browser: string;
}

/** Content of a report: parts that were measured at different times are marked. */
export interface ReportData {
  versions: Record<string, string>;
  stills?: { machine: Machine; rounds: number; list: StillFigures[] };
  several?: {
    machine: Machine;
    rounds: number;
    atOnce: number;
    pages: number;
    list: SeveralFigures[];
  };
  videos?: { machine: Machine; rounds: number; seconds: number; fps: number; list: VideoFigures[] };
}
