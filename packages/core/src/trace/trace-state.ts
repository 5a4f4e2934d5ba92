import type { Receipt } from '@tintype/contract/headers';
import type { StageTiming } from '../types.ts';
import type { CdpLog } from './cdp-log.ts';
import type { ConsoleEntry } from './console-log.ts';
import type { FilmFrame } from './filmstrip.ts';
import type { HarLog } from './har-log.ts';

/** State of one render's trace. A retry after a crash starts its trace again. */
export interface TraceState {
  startedMs: number;
  stages: StageTiming[];
  har?: HarLog;
  console?: ConsoleEntry[];
  film?: { readonly frames: FilmFrame[]; stop?(): Promise<void> };
  log?: CdpLog;
  mhtml?: Uint8Array;
  /** True if it contains only known data, and the page at the time of the failure. */
  isBrief?: true;
}

export interface TraceEnd {
  kind: string;
  url?: string;
  result?: { url: string; mediaType: string; bytes: number; receipt: Receipt; warnings: string[] };
  error?: { code: string; message: string; stage?: string; receipt?: Receipt };
}
