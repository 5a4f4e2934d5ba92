import type { PageNeeds, RenderRequest } from '@tintype/contract';
import type { CdpSession } from '../../browser-source.ts';
import type { LoadedPage } from '../../load/load-page.ts';
import type { ReachedState } from '../../load/reach-state.ts';
import type { Engine } from '../engine.ts';
import type { LeasedPage } from '../lease-page.ts';

/** What captures of an open page work with. */
export interface OpenedParts {
  engine: Engine;
  leased: LeasedPage;
  /** What the page was opened with. */
  request: RenderRequest;
  needs: PageNeeds;
  loaded: LoadedPage;
  reached: ReachedState;
  /**
   * Until then (`performance.now()`) nobody has had time to change what was reached; 0 once
   * somebody uses the page.
   */
  freshUntilMs: number;
  /** The sessions of frames and workers with a process of their own. */
  frames: ReadonlySet<CdpSession>;
  /** Somebody else has had the page in hand. */
  wasHandled(): boolean;
}
