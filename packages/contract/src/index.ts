export type { BrowserState, RemoteState, SourceBrowser } from './browsers/browser-state.ts';
export {
  capturesName,
  isCapturedAs,
  maxOutputs,
  type OutputRequest,
  manifestName,
} from './captures/captures.ts';
export { maxBatch, parseBatch } from './captures/parse-batch.ts';
export {
  capturedNames,
  capturesParameters,
  parseCaptures,
  type ParsedCaptures,
} from './captures/parse-captures.ts';
export {
  parseComparison,
  type ParsedComparison,
  type ParsedSide,
} from './comparison/parse-comparison.ts';
export { devices, findDevice } from './devices/devices.ts';
export type { Device } from './wire/account.ts';
export type { ErrorBody, ErrorDetail } from './wire/error.ts';
export { errorHint } from './errors/error-hint.ts';
export { errorTable, type ErrorCode, type ErrorInfo } from './errors/error-table.ts';
export { wallNames } from './headers/receipt.ts';
export { frequencies, type Frequency } from './values/frequencies.ts';
export { isForeignName, isTrackingName, nearestName } from './request/names.ts';
export { kindOfPage, namesOfHalf, partOf } from './request/halves.ts';
export { takesParameter } from './request/request-schemas.ts';
export { fromJson, fromStrings } from './project/from-strings.ts';
export { describeEvent, type EventText } from './monitors/describe-event.ts';
export { builtInKinds } from './kinds/built-in-kinds.ts';
export { defineKind, type KindDefinition, type KindOptions } from './kinds/define-kind.ts';
export {
  fileOf,
  isTextKind,
  type KindInfo,
  kinds,
  type Kind,
  type KindName,
} from './kinds/kind-info.ts';
export { createKindSet, type KindSet } from './kinds/kind-set.ts';
export type { PageNeeds } from './kinds/define-kind.ts';
export {
  capturesWholePage,
  showsTopLeft,
  wantsTransparency,
} from './kinds/screenshot/screenshot-kind.ts';
export {
  longestRenderMs,
  longestVideo,
  renderBoundMs,
  usualDurationS,
  recordingBoundMs,
  recordingExtraMs,
} from './kinds/screencast/longest-render.ts';
export { markdownTable } from './project/docs-pages.ts';
export type { JsonSchema } from './read/value-info.ts';
export { nearest } from './read/nearest.ts';
export { cookieExpiry, readCookie, type Cookie } from './values/cookies.ts';
export { headerPair, type Pair } from './values/pairs.ts';
export { _default as withDefault, optional } from 'zod/mini';
export { declareIn, type Group, type Half } from './parameters/declare.ts';
export { stillParameters } from './parameters/appearance.ts';
export { clipParameters } from './parameters/clip.ts';
export { elementParameters } from './parameters/interaction.ts';
export { retryCodes } from './parameters/timing.ts';
export type { ParameterShape } from './parameters/page-parameters.ts';
export {
  flagName,
  parameterList,
  requestJsonSchema,
  type ParameterInfo,
} from './project/parameter-list.ts';
export { pageOrigin } from './values/page-origin.ts';
export { pageRanges } from './kinds/pdf/page-ranges.ts';
export { paperSize, prefersCssPageSize } from './kinds/pdf/paper-formats.ts';
export {
  boxThatFits,
  fittedSize,
  formatLimits,
  pixelLimit,
} from './kinds/screenshot/image-limits.ts';
export { defaultMarginPx } from './kinds/pdf/pdf-parameters.ts';
export { scrollDefaults, usualVideoQuality } from './kinds/screencast/screencast-parameters.ts';
export { parseRequest, type ParsedRequest, type ParseOptions } from './request/parse-request.ts';
export { RenderError, type RenderErrorOptions } from './errors/render-error.ts';
export type {
  InputOf,
  KindRequest,
  KindRequestInput,
  PdfInput,
  PdfRequest,
  RenderRequest,
  RequestInput,
  RequestOf,
  ScrapeInput,
  ScrapeRequest,
  ScreencastInput,
  ScreencastRequest,
  ScreenshotInput,
  ScreenshotRequest,
} from './request/requests.ts';
export { resolveViewport, type Viewport } from './devices/resolve-viewport.ts';
export { parseSession, type ParsedSession } from './sessions/parse-session.ts';
export { sessionNotFound } from './sessions/session-not-found.ts';
export { sessionName } from './values/session-name.ts';
export type { Rule, RuleOptions } from './rules/rule.ts';
export { statusRanges } from './values/status-ranges.ts';
export { isWithoutEffect, readSteps, type Recording } from './steps/read-steps.ts';
export { readSecrets, withoutValues, withSecrets } from './steps/secrets.ts';
export {
  describeStep,
  maxSteps,
  maxStepsLength,
  usualStepTimeoutMs,
  type Step,
  type StepFile,
  type StepSelectors,
} from './steps/steps.ts';
export {
  storageState,
  maxStateLength,
  type OriginState,
  type StateCookie,
  type StateDatabase,
  type StateRecord,
  type StateStore,
  type StorageState,
} from './values/storage-state.ts';
export { canonicalZone, isTimeZone } from './values/locale.ts';
export { frameCount } from './kinds/screencast/screencast-kind.ts';
