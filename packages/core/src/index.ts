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
export { createRequestId } from './request-id.ts';
export type { Deadline } from './deadline.ts';
export type { PageHandle } from './page-handle.ts';
export { EvaluationError } from './page-handle.ts';
export { isContextGone } from './chromium-errors.ts';
export { syntheticHost } from './stages/navigate.ts';
export { formatLimits, pixelLimit } from './captures/geometry.ts';
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
  RenderContext,
  Renderer,
  RenderOptions,
  RenderProgress,
  RenderResult,
  Stage,
  StageTiming,
} from './types.ts';
