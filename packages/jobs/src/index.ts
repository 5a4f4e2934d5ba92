export { accountConcurrency } from './limit/account-concurrency.ts';
export {
  createLimiter,
  type Limiter,
  type LimiterDepth,
  type LimiterOptions,
  type SlotRequest,
  type Slot,
} from './limit/create-limiter.ts';
export { createWorker, type Worker } from './work/create-worker.ts';
export type {
  AcceptedJob,
  AcceptedOutcome,
  RequestEnd,
  WorkerOptions,
} from './work/worker-options.ts';
