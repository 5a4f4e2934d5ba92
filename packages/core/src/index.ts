export { createRenderer, type RendererParts } from './create-renderer.ts';
export { compose, type Layer, type LayerNext } from './render/plugins/compose.ts';
export { syntheticHost } from './browser-source.ts';
export type {
  AcquireOptions,
  BrowserSource,
  CdpSession,
  FrameControl,
  HostFilter,
  Lease,
  LeaseLoss,
  NetworkFailure,
  NetworkPolicy,
  NetworkSession,
  PageSession,
  PageState,
  BinaryCommands,
  ScreencastFrame,
  Site,
  SiteRequest,
  SiteResponse,
} from './browser-source.ts';
export { createLazy, type Lazy, type LazyOptions } from './lazy.ts';
export { createRequestId } from './render/create-context.ts';
export { untilAborted, createRaceEnd, type RaceEnd } from './time/race-end.ts';
export type { Deadline } from './time/deadline.ts';
export {
  assemblePageCode,
  callInPage,
  callOf,
  createPageCode,
  type PageCode,
  type PageFunction,
  type PageWorld,
} from './page/create-page-code.ts';
export type { PageHandle } from './page/page-handle.ts';
export { EvaluationError } from './page/page-handle.ts';
export { isContextGone } from './page/chromium-errors.ts';
export { invalidSelector } from './page/selectors.ts';
export { isTrueInPage } from './load/interact/wait-for-function.ts';
export { captureBetween } from './render/open/capture-between.ts';
export {
  renderWithElements,
  type ElementsInImage,
  type RenderedWithElements,
} from './render/open/render-with-elements.ts';
export { logIn, readLogin, refuseFailedLogin } from './session/log-in.ts';
export { fillTemplate, type TemplateData } from './render/fill-template.ts';
export { createScreenshotCapture } from './capture/screenshot/screenshot.ts';
export type { StripLimits } from './capture/geometry/strips.ts';
export type {
  Capture,
  Captured,
  Hooks,
  KindPlugin,
  KindsOf,
  Middleware,
  NamedSession,
  Next,
  OpenOptions,
  OpenPage,
  PageInput,
  PdfFile,
  Plugin,
  RenderAllOptions,
  RenderContext,
  Renderer,
  RenderOutcome,
  RenderOptions,
  RenderProgress,
  RenderResult,
  SessionDirectory,
  SessionInfo,
  SessionLogin,
  SessionLoginInput,
  SessionStore,
  Stage,
  StageTiming,
  StoredSession,
} from './types.ts';
export type {
  Blank,
  Consent,
  Counted,
  Metadata,
  Receipt,
  Wall,
  WallKind,
} from '@tintype/contract/headers';
export type { Exchange, Header } from './traffic/exchange.ts';
export { headerOf, toHarEntry } from './traffic/har-entry.ts';
export type { RecordedTraffic } from './traffic/record-traffic.ts';
export { createTrace } from './trace/create-trace.ts';
export { sha256 } from './sha256.ts';
export { shortJson } from './short-json.ts';
