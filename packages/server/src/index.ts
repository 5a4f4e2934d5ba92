export type {
  ConsoleFile,
  Server,
  ServerOptions,
  TaskRules,
  ServerPart,
} from './options/server-options.ts';
export { hashPassword } from './console-routes/create-password-check.ts';
export { createServer } from './create-server.ts';
export { defaultLimits, type RequestLimits } from './options/request-limits.ts';
export { createLog, textLine } from './observe/create-log.ts';
export { createMetrics, type Metrics } from './observe/create-metrics.ts';
export { createTracing, type Tracing } from './observe/create-tracing.ts';
export { createReadiness, type Readiness, healthRoutes } from './observe/create-readiness.ts';
export { logAnswers, logEnds } from './observe/log-answers.ts';
export type { MetricSources } from './observe/metric-sources.ts';
export { metricsRoute } from './observe/metrics-route.ts';
export { openApiDocument, openApiRoute } from './openapi/openapi-document.ts';
export { referencePage } from './reference/reference-page.ts';
