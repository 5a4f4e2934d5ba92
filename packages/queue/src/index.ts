export { accountConcurrency } from './account-concurrency.ts';
export {
  createGate,
  type Gate,
  type GateDepth,
  type GateOptions,
  type GateRun,
  type Turn,
} from './gate/create-gate.ts';
export { createWorker, type Worker } from './worker/create-worker.ts';
export type {
  AcceptedJob,
  AcceptedOutcome,
  RequestEnd,
  WorkerOptions,
} from './worker/worker-options.ts';
