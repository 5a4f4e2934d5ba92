export type { ConsoleFile, ConsoleOptions } from './options/server-options.ts';
export { hashPassword } from './console-routes/create-password-check.ts';
export { createServer } from './create-server.ts';
export type { OperatorOptions } from './options/server-options.ts';
export { defaultLimits, type RequestLimits } from './options/request-limits.ts';
export type { Server, ServerOptions, TaskRules } from './options/server-options.ts';
export { createLog, type LogOptions } from './observe/create-log.ts';
export { createMetrics, type Metrics } from './observe/create-metrics.ts';
export { createTracing, type Tracing } from './observe/create-tracing.ts';
export {
  createReadiness,
  type Readiness,
  type ReadinessOptions,
} from './observe/create-readiness.ts';
export { healthRoutes } from './observe/create-readiness.ts';
export { logAnswers } from './observe/log-answers.ts';
export { logEnds } from './observe/log-answers.ts';
export type { CacheFigures, MetricSources } from './observe/metric-sources.ts';
export { metricsRoute } from './observe/metrics-route.ts';
export type { ServerPart } from './options/server-options.ts';
export { textLine } from './observe/create-log.ts';
export { openApiDocument, type OpenApiOptions } from './openapi/openapi-document.ts';
export { openApiRoute } from './openapi/openapi-document.ts';
export { referencePage } from './reference/reference-page.ts';
