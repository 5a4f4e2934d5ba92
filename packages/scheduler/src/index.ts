export { createScheduler, type Scheduler } from './create-scheduler.ts';
export type { SchedulerOptions, RunReport } from './scheduler-options.ts';
export {
  createTaskService,
  type TaskService,
  type TaskServiceOptions,
} from './create-task-service.ts';
export { fillCrontab, nextRun } from './next-run.ts';
export { checkCrontab } from './parse-crontab.ts';
export { maxNameLength } from './task-fields.ts';
export { parseNewTask, parseTaskChanges, type TaskRules } from './task-input.ts';
export { taskToJson } from './task-to-json.ts';
