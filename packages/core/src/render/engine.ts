import type { KindSet } from '@tintype/contract';
import type { BrowserSource } from '../browser-source.ts';
import type { Capture, Hooks } from '../types.ts';

/** The fixed parts of an engine. */
export interface Engine {
  source: BrowserSource;
  kinds: KindSet;
  /** By the name of the kind. */
  captures: ReadonlyMap<string, Capture<never>>;
  hooks: readonly Hooks[];
  /** Maximum time a render waits for a page. */
  queueTimeoutMs: number;
}
