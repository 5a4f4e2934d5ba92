export { createRenderer, type RendererParts } from './create-renderer.ts';
export { compose } from './compose.ts';
export type {
  AcquireOptions,
  BrowserSource,
  CdpSession,
  FrameControl,
  HostJudge,
  Lease,
  LeaseLoss,
  NetworkFailure,
  NetworkPolicy,
  NetworkSession,
  PageSession,
  PictureCommands,
  ScreencastPicture,
  Site,
  SiteRequest,
  SiteResponse,
} from './browser-source.ts';
export { createLazy, type Lazy, type LazyOptions } from './lazy.ts';
export { createRequestId } from './request-id.ts';
export type { Deadline } from './deadline.ts';
export { isOwnerGone, ownerNote } from './process-mark.ts';
export { createRaceEnd, type RaceEnd } from './race-end.ts';
export type { PageHandle } from './page-handle.ts';
export { EvaluationError } from './page-handle.ts';
export { isContextGone } from './chromium-errors.ts';
export { findScroller } from './find-scroller.ts';
export { writingScripts } from './writing-scripts.ts';
export { syntheticHost } from './stages/navigate.ts';
export { createScreenshotCapture } from './captures/screenshot.ts';
export type { StripLimits } from './captures/strips.ts';
export type {
  BannerOutcome,
  Blocking,
  Capture,
  Captured,
  Hooks,
  Metadata,
  Middleware,
  Next,
  Plugin,
  RenderAllOptions,
  RenderContext,
  Renderer,
  RenderOutcome,
  RenderOptions,
  RenderProgress,
  RenderResult,
  Stage,
  StageTiming,
} from './types.ts';
