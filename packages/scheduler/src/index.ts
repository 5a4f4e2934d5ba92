export { createAssessor, type Assessor } from './watch/create-assessor.ts';
export type { CheckReport, MonitorNotice } from './watch/assessor-options.ts';
export { createScheduler, type Scheduler } from './create-scheduler.ts';
export type { RunReport } from './scheduler-options.ts';
export { createTaskService } from './create-task-service.ts';
export { nextRun } from './next-run.ts';
export { checkCrontab } from './parse-crontab.ts';
export { maxNameLength } from './task-fields.ts';
export { taskToJson } from './task-to-json.ts';
