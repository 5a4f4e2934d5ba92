export { createRenderer, render } from './render.ts';
export { serveFolder } from './serve-folder.ts';
export type { ChromeOptions, EgressOptions, RendererOptions } from './renderer-options.ts';
export {
  devices,
  errorTable,
  findDevice,
  RenderError,
  type Device,
  type ErrorCode,
  type ErrorDetail,
  type Kind,
  type PdfInput,
  type RenderRequest,
  type RequestInput,
  type ScrapeInput,
  type ScreencastInput,
  type ScreenshotInput,
  type ScreenshotRequest,
} from '@tintype/contract';
export { EvaluationError, syntheticHost } from '@tintype/core';
export type {
  Capture,
  Captured,
  CdpSession,
  Deadline,
  Hooks,
  Lease,
  Metadata,
  Middleware,
  Next,
  PageHandle,
  Plugin,
  RenderContext,
  Renderer,
  RenderOptions,
  RenderResult,
  Site,
  SiteRequest,
  SiteResponse,
  Stage,
  StageTiming,
} from '@tintype/core';
