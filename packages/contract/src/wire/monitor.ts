import * as z from 'zod/mini';
import { about, accessKey, count, optional, requestId, seconds, text, uri } from './values.ts';

/** Parts of a page that a monitor compares. */
export const watchedParts = ['any', 'visual', 'text', 'selector', 'status', 'metadata'] as const;

const area = z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() });
const strings = (description: string) => z.array(z.string()).check(about(description));

export const notificationTypes = ['slack', 'discord', 'teams', 'ntfy', 'email'] as const;

/** Maximum messages for one event. */
export const maxNotifications = 10;

/** One address: excludes what separates several, and what could start a header. */
export const mailAddress = /^[^\s@<>,;:"()[\]\\\p{Cc}]{1,64}@[^\s@<>,;:"()[\]\\\p{Cc}]{1,253}$/u;

/** Path of the address of a topic: what a server of ntfy allows as its name is the last part. */
export const ntfyTopic = /^(.*\/)([-_A-Za-z0-9]{1,64})\/?$/;

const notification = z.object({
  type: z.enum(notificationTypes),
  url: optional(uri('Incoming webhook of Slack, Discord or Teams, or the topic of ntfy.')),
  to: optional(text('Address of an e-mail.')),
});

/** A message to people about an event of a monitor. */
export interface Notification extends z.infer<typeof notification> {}

export const watch = z.object({
  on: z._default(z.enum(watchedParts), 'any'),
  selector: optional(text('Element whose text is compared; with `on: selector`.')),
  threshold: z._default(
    z.number().check(about('Share of pixels or lines, 0 to 1, up to which nothing changed.')),
    0,
  ),
  ignore_selectors: z._default(strings('Elements that do not count; at most 50.'), []),
  ignore: z._default(z.array(area).check(about('Areas that do not count, in pixels.')), []),
  ignore_text: z._default(strings('Regular expressions: text that does not count.'), []),
  confirm: z._default(
    z.boolean().check(about('Report a change only if a second load shows it too.')),
    true,
  ),
  keep: z._default(z.int().check(about('Number of checks that are kept, 1 to 1,000.')), 100),
  notify: z._default(z.array(notification).check(about(`At most ${maxNotifications}.`)), []),
});

/** A task with it is a monitor: its webhook is sent only when something changed. */
export interface Watch extends z.infer<typeof watch> {}

/** The same in a request, where most fields have a default. */
export type NewWatch = z.input<typeof watch>;

/**
 * - `calibrating`: the first load. `baseline`: the second; what differed is noise.
 * - `same`, `variant`: nothing changed, or the page equals another accepted state.
 * - `unconfirmed`: it differs; the page is loaded again. `changed`: a second load shows it too.
 * - `failed`: the page failed, is blank, blocked or incomplete. Never a change.
 */
export const checkOutcomes = [
  'calibrating',
  'baseline',
  'same',
  'variant',
  'unconfirmed',
  'changed',
  'failed',
] as const;

export const monitorSnapshot = z.object({
  request: requestId,
  at: seconds('When it was rendered.'),
  image: optional(uri('Screenshot.')),
  text: optional(uri('Markdown.')),
});

/** The files of a page at one time. */
export interface MonitorSnapshot extends z.infer<typeof monitorSnapshot> {}

const change = z.object({ before: z.nullable(z.string()), after: z.nullable(z.string()) });

export const monitorCheck = z.object({
  request: requestId,
  at: seconds('When the page was rendered.'),
  outcome: z.enum(checkOutcomes),
  score: optional(z.number().check(about('The largest share that changed, 0 to 1.'))),
  recovered: optional(z.boolean().check(about('The checks before it failed.'))),
  visual: optional(
    z.object({
      changed: z.number(),
      similarity: z.number(),
      region_count: count,
      regions: z.array(z.unknown()).check(about('The largest 20, as in a comparison.')),
    }),
  ),
  text: optional(
    z.object({
      changed: z.number(),
      added: count,
      removed: count,
      diff: text('Unified diff, at most 8,192 characters.'),
    }),
  ),
  status: optional(change),
  metadata: optional(z.record(z.string(), change)),
  before: optional(monitorSnapshot),
  after: optional(monitorSnapshot),
  overlay: optional(uri('The later image with the differences.')),
  error: optional(text('Why the page failed.')),
  note: optional(text('Something else to know, such as why the monitor starts again.')),
});

/** A run of a monitor, compared with the last good one. */
export interface MonitorCheck extends z.infer<typeof monitorCheck> {}

export const monitorNoise = z.object({
  area: optional(area),
  selector: optional(z.string()),
  text: optional(text('Regular expression.')),
});

/** A part of a page that differs each time. */
export interface MonitorNoise extends z.infer<typeof monitorNoise> {}

export const monitor = z.object({
  status: z.enum(['calibrating', 'watching', 'confirming', 'failing']),
  baseline: optional(monitorSnapshot),
  variants: z.array(monitorSnapshot).check(about('Other accepted states; at most 5.')),
  noise: z
    .array(monitorNoise)
    .check(about('What differs each time, found when it was calibrated.')),
  failures: count.check(about('Failed checks in a row.')),
  feed: optional(
    uri(
      'Atom feed of its events. The address is secret; another secret key of the account replaces it.',
    ),
  ),
});

/** The state of a monitor. */
export interface Monitor extends z.infer<typeof monitor> {}

export const monitorEvent = z.object({
  event: z.enum(['changed', 'failed', 'recovered']),
  task: z.object({ id: z.int(), name: z.string(), url: optional(z.string()) }),
  check: monitorCheck,
});

/** The webhook of a monitor. */
export interface MonitorEvent extends z.infer<typeof monitorEvent> {}

export const acceptance = z.object({
  ...accessKey,
  as: z.enum(['baseline', 'variant']).check(about('Instead of the accepted page, or beside it.')),
});

/** An account accepts the page of a run. */
export interface Acceptance extends Omit<z.infer<typeof acceptance>, 'access_key'> {}

export const monitorChanges = z.object({
  ...accessKey,
  noise: z
    .array(monitorNoise)
    .check(about('Replaces what differs each time; 50 of each type at most.')),
});

/** Changes of the state of a monitor. */
export interface MonitorChanges extends Omit<z.infer<typeof monitorChanges>, 'access_key'> {}
