export type { BatchedRequest, Batches, BatchWebhook } from './batches.ts';
export type { ClientOptions } from './client-options.ts';
export type { AnswerOf, Client, LinkOptions } from './client.ts';
export type { OperatorClient } from './operator-client.ts';
export { createOperatorClient, type OperatorClientOptions } from './create-operator-client.ts';
export { createClient } from './create-client.ts';
export type {
  CapturesParameters,
  OutputParameters,
  ParametersFor,
  ParametersOf,
  PdfParameters,
  ScrapeParameters,
  ScreencastParameters,
  ScreenshotParameters,
} from './parameters.ts';
export type {
  AnswerInfo,
  ImageComparison,
  RenderAnswer,
  ScrapeAnswer,
  StreamAnswer,
} from './render-answer.ts';
export type {
  Requests,
  RequestFilter,
  SucceededCaptures,
  SucceededRequest,
  WaitOptions,
} from './requests.ts';
export type { CallOptions } from './send.ts';
export type { NewSession, Sessions, SessionSteps } from './sessions.ts';
export type { NewTask, TaskChanges, Tasks } from './tasks.ts';
export { TintypeError, type ClientErrorCode, type TintypeErrorOptions } from './tintype-error.ts';
export type {
  AccountChanges,
  AccountUsage,
  AuditEntry,
  BatchState,
  ComparedArea,
  ComparedRegion,
  ComparisonFigures,
  DayUsage,
  KeyRotation,
  Monitor,
  MonitorCheck,
  MonitorEvent,
  MonitorNoise,
  MonitorSnapshot,
  NewAccount,
  OperatedAccount,
  OutputState,
  QueuedRequest,
  RequestMetadata,
  RequestState,
  Session,
  Setting,
  Settings,
  Task,
  TaskCalendar,
  TaskPreview,
  UsageState,
  Watch,
} from '@tintype/contract/wire';
export type {
  Device,
  ErrorBody,
  ErrorCode,
  ErrorDetail,
  Frequency,
  Kind,
  KindName,
  StorageState,
} from '@tintype/contract';
export type {
  Blank,
  Consent,
  Counted,
  Metadata,
  RateWindow,
  Receipt,
  StepTiming,
  Verdict,
  Wall,
  WallKind,
} from '@tintype/contract/headers';
