export { deviceId } from './device-id.ts';
export { devices, findDevice, type Device } from './devices.ts';
export { errorTable, type ErrorCode, type ErrorInfo } from './error-table.ts';
export { frequencies, type Frequency } from './frequencies.ts';
export { fromStrings } from './from-strings.ts';
export { isKind, kinds, type Kind } from './kinds.ts';
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
export { pageRanges, type PageRange } from './page-ranges.ts';
export { paperSize, type PaperFormat } from './paper-formats.ts';
export { defaultMarginPx } from './parameters/pdf.ts';
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
export { canonicalZone, isTimeZone } from './time-zone.ts';
