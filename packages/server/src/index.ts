export { createServer } from './create-server.ts';
export { createPerform } from './perform/create-perform.ts';
export type {
  Job,
  Perform,
  PerformCache,
  Performed,
  PerformParts,
} from './perform/create-perform.ts';
export { servedLocations, type Upstreams } from './perform/pick-upstream.ts';
export { defaultLimits, type RequestLimits } from './limits/request-limits.ts';
export type { Outcome, Server, ServerOptions, TaskRules } from './server-options.ts';
export type { Observer, RenderFact } from './observe/observer.ts';
