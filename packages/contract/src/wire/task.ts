import * as z from 'zod/mini';
import { frequencies } from '../values/frequencies.ts';
import { watch, type NewWatch } from './monitor.ts';
import { about, accessKey, apiName, count, int64, optional, seconds, text } from './values.ts';

const watched =
  'Settings of a monitor: runs are compared, and the webhook is sent only for an event.';

/** Fields of a task in a request; the server fills in the rest. */
const fields = {
  name: z.string().check(z.minLength(1), z.maxLength(100), about('1 to 100 characters.')),
  api: apiName,
  query: text('Query string of the kind, without access_key; of captures, with outputs as JSON.'),
  frequency: z.enum(frequencies),
  crontab: text(
    'Five fields: minute, hour, day of month, month, day of week, in the time zone of the task. Given only with the frequency custom.',
  ),
  timezone: text('Name from the IANA time zone database.'),
  enabled: z.boolean(),
};

export const task = z.object({
  id: z.int().check(about('Random, below 2^53.', int64)),
  ...fields,
  created: seconds('When it was created.'),
  last_run: z
    .nullable(z.int())
    .check(about('Start of its last run, null before the first. Unix seconds.', int64)),
  runs: count.check(about('Number of runs.')),
  watch: optional(watch.check(about(watched))),
});

/** A render at times of the calendar. */
export interface Task extends z.infer<typeof task> {}

export const newTask = z.object({
  ...accessKey,
  ...fields,
  crontab: optional(fields.crontab),
  timezone: optional(fields.timezone.check(z.meta({ default: 'Etc/UTC' }))),
  enabled: optional(fields.enabled.check(z.meta({ default: true }))),
  watch: optional((watch as z.ZodMiniType<NewWatch>).check(about(watched))),
});

/** When a task runs, and under which name. */
export interface TaskCalendar extends Omit<
  z.infer<typeof newTask>,
  'access_key' | 'api' | 'query'
> {}

export const taskChanges = z.partial(
  z.object({
    ...accessKey,
    ...fields,
    watch: z
      .nullable(watch as z.ZodMiniType<NewWatch>)
      .check(about('Replaces what is compared; null removes the monitor.')),
  }),
);

export const taskTimes = z.pick(newTask, {
  access_key: true,
  frequency: true,
  crontab: true,
  timezone: true,
});

export const taskPreview = z.object({
  crontab: z.string(),
  timezone: z.string(),
  runs: z.array(z.int()).check(about('Unix seconds.')),
});

/** When a task would run. */
export interface TaskPreview extends z.infer<typeof taskPreview> {}
