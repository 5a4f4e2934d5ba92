import type { PageNeeds, RenderRequest } from '@tintype/contract';
import type { CdpSession } from '../../browser-source.ts';
import type { LoadedPage } from '../../load/load-page.ts';
import type { ReachedState } from '../../load/reach-state.ts';
import type { Engine } from '../acquire-page.ts';
import type { LeasedPage } from '../lease-page.ts';

export interface OpenedParts {
  engine: Engine;
  leased: LeasedPage;
  request: RenderRequest;
  needs: PageNeeds;
  loaded: LoadedPage;
  reached: ReachedState;
  /** Until then (`performance.now()`) the reached state is fresh; 0 once a caller uses the page. */
  freshUntilMs: number;
  /** The sessions of frames and workers with a process of their own. */
  frames: ReadonlySet<CdpSession>;
  /** Returns true if a caller has used the page directly. */
  wasHandled(): boolean;
}
