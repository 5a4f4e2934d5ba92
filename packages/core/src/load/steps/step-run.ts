import type { RenderRequest, Step } from '@tintype/contract';
import type { DoneStep } from '@tintype/contract/headers';
import type { PageHandle } from '../../page/page-handle.ts';
import type { RenderContext } from '../../types.ts';
import type { DocumentWatch } from '../navigate/navigate.ts';
import type { Settler } from '../settle/settle.ts';
import type { StepFinder } from './find-step-element.ts';

/** Position in the steps of a request. */
export interface StepProgress {
  /** Index of the next step. */
  next: number;
  /** Name of the `capture` step before it, if the page waits there. */
  paused?: string | undefined;
  /** Loader of the document at which it waits. */
  loaderId?: string | undefined;
  /** True if no step is left, or one has failed. */
  isOver?: boolean;
}

/** Parts of a render that steps use. */
export interface StepParts {
  page: PageHandle;
  request: RenderRequest;
  context: RenderContext;
  watch: DocumentWatch;
  settler: Settler;
  /** Receives each step that was done. */
  done: DoneStep[];
  /** The next step. It is updated. */
  progress: StepProgress;
}

/** A running step. */
export interface StepRun extends StepParts {
  finder: StepFinder;
  /** Time by which its element must be usable, as `performance.now()` measures it. */
  endsAt: number;
  /** Hides the values of secrets in a text that a page may have written. */
  hide(text: string): string;
  /** Call it right before an input: a window that it opens is followed. */
  beforeInput(): void;
  /** Fills in `{{name}}`. */
  fillIn(value: string): string;
  /** Modifier keys that are held, and the place of a click if the step before was one. */
  held: { modifiers: number; clickedAt?: { x: number; y: number } | undefined };
  /** Follows a navigation, and waits until the page has settled. */
  settle(): Promise<void>;
  /** Runs the steps inside this one. */
  run(steps: readonly Step[]): Promise<void>;
}
