export { createJobs, type Jobs, type JobsParts } from './create-jobs.ts';
export type { CapturedOutput } from './execute/capture-outputs.ts';
export { createExecute, type ExecuteParts } from './execute/create-execute.ts';
export type { Execute, Job, JobContext, JobMiddleware, Outcome } from './execute/job.ts';
export type { Execution, Observer } from './execute/middleware/observed.ts';
export { servedLocations, type Upstreams } from './execute/pick-upstream.ts';
export {
  createHandoffClient,
  type HandoffClient,
  type HandoffClientOptions,
} from './handoff/create-handoff-client.ts';
export { createHandoffWorker, type HandoffWorker } from './handoff/create-handoff-worker.ts';
export type { HandoffWorkerOptions } from './handoff/handoff-worker-options.ts';
export {
  createLimiter,
  type Limiter,
  type LimiterDepth,
  type LimiterOptions,
  type Slot,
  type SlotRequest,
} from './limit/create-limiter.ts';
export type {
  AccountTasks,
  AnswerAgent,
  ComparedStoredFile,
  CompareStored,
  MonitorFeed,
  MonitorService,
  StoredComparison,
  TaskService,
  ToolCaller,
} from './ports.ts';
export {
  createSubmitRun,
  type RunOutcome,
  type SubmitRun,
  type TaskRun,
} from './runs/create-submit-run.ts';
export {
  createFinish,
  type DeliveryFor,
  type FinishParts,
  type JobEnd,
  type Settle,
} from './finish/create-finish.ts';
export type { Answer, Submission } from './submit/submission.ts';
export { createWorker, type Worker } from './worker/create-worker.ts';
export type { QueuedEnd, WorkerOptions } from './worker/worker-options.ts';
