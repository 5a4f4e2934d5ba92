import type { AnimationMode } from './animations.ts';

/** Options of {@link settlePage}. */
export interface SettleOptions {
  /** `paper` is printed, `text` is read, `bare` runs no scripts. */
  medium: 'screen' | 'paper' | 'text' | 'bare';
  /** True if what is outside the viewport counts. */
  whole: boolean;
  /** True to wait for the load event although nothing in view is missing. */
  load: boolean;
  /** True to wait until scripts are idle. */
  rest: boolean;
  animations: AnimationMode;
  /** A longer title is cut in the page: it chooses it. */
  titleLength: number;
  /** The same of an address of an icon. */
  iconLength: number;
  /** See `countScriptRequests`. */
  eventName: string;
  /** The longest that one part is waited for. */
  partMs: number;
  /** The same for answers to scripts: some are never given. */
  requestMs: number;
  /** The same for what may have failed before anybody looked. */
  unsureMs: number;
  /** The longest that all of them are waited for. */
  boundMs: number;
}
