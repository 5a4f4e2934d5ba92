export { deviceId } from './device-id.ts';
export { devices, findDevice } from './devices.ts';
export type { Device } from './device.ts';
export { errorHint, type Face } from './error-hint.ts';
export { errorTable, type ErrorCode, type ErrorInfo } from './error-table.ts';
export { frequencies, type Frequency } from './frequencies.ts';
export { isForeignName, isTrackingName } from './foreign-names.ts';
export { fromJson, fromStrings } from './from-strings.ts';
export { isKind, kinds, type Kind } from './kinds.ts';
export { longestRenderMs, recordingBoundMs, recordingExtraMs } from './longest-render.ts';
export { markdownTable } from './markdown-table.ts';
export { nearest } from './nearest.ts';
export { cookiePair, headerPair, type Pair } from './pairs.ts';
export type { Group } from './declare.ts';
export {
  flagName,
  parameterList,
  parameterName,
  requestJsonSchema,
  type JsonSchema,
  type ParameterInfo,
  type ParameterType,
} from './parameter-list.ts';
export { pageOrigin } from './page-origin.ts';
export { pageRanges, type PageRange } from './page-ranges.ts';
export { paperSize, prefersCssPageSize, type PaperFormat } from './paper-formats.ts';
export { fittedSize, formatLimits, pixelLimit, type PictureFormat } from './image-limits.ts';
export { defaultMarginPx } from './parameters/pdf.ts';
export { scrollDefaults } from './parameters/video.ts';
export { parametersTable } from './parameters-table.ts';
export { parseRequest, type ParsedRequest } from './parse-request.ts';
export {
  RenderError,
  type ErrorBody,
  type ErrorDetail,
  type RenderErrorOptions,
} from './render-error.ts';
export type {
  PdfInput,
  PdfRequest,
  RenderRequest,
  RequestInput,
  ScrapeInput,
  ScrapeRequest,
  ScreencastInput,
  ScreencastRequest,
  ScreenshotInput,
  ScreenshotRequest,
} from './requests.ts';
export { resolveViewport, type Viewport, type ViewportParameters } from './resolve-viewport.ts';
export type { Rule, RuleOptions, RuleValues } from './rule.ts';
export { rules } from './rules.ts';
export { statusRanges, type StatusRange } from './status-ranges.ts';
export {
  storageState,
  maxStateLength,
  type OriginState,
  type StateCookie,
  type StorageState,
} from './storage-state.ts';
export { nearestName } from './synonyms.ts';
export { canonicalZone, isTimeZone } from './time-zone.ts';
export { frameBounds, frameCount } from './video-rules.ts';
