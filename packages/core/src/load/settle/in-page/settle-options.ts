import type { AnimationMode } from './animations.ts';

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
  /** Maximum length of the title, which the page chooses. */
  titleLength: number;
  iconLength: number;
  /** See `countScriptRequests`. */
  eventName: string;
  /** Maximum time to wait for one part. */
  partMs: number;
  /** Maximum time to wait for a response to a script: some never come. */
  requestMs: number;
  /** Maximum time to wait for a part that may have failed before the first inspection. */
  unsureMs: number;
  /** Maximum time to wait for all parts. */
  boundMs: number;
}
