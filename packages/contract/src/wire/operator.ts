import * as z from 'zod/mini';
import { days } from './account.ts';
import { about, count, int64, optional, planName, seconds, text } from './values.ts';

const limit = optional(z.nullable(z.int())).check(about('null restores the value of the plan.'));

const settable = {
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  plan: planName,
  status: z.enum(['active', 'unpaid']),
  signature_required: z.boolean(),
  signature_version: z.literal([1, 2]),
};

const key = optional(text('In the response that created it, and never again.'));

export const account = z.object({
  id: z.string().check(z.meta({ format: 'uuid' })),
  ...settable,
  status: z.enum(['active', 'unpaid', 'revoked']),
  rate_per_minute: count,
  quota_per_month: count,
  used_this_month: count,
  waiting: count.check(about('Async requests that have not finished.')),
  stored_bytes: count,
  previous_keys_until: optional(seconds('Until when rotated keys stay valid beside the new ones.')),
  created: seconds('When it was created.'),
  access_key: key,
  secret_key: key,
});

/** An account, as operators see it. */
export interface OperatedAccount extends z.infer<typeof account> {}

export const planLimits = z.object({
  rate_per_minute: count,
  quota_per_month: count,
  max_tasks: count,
  waiting: count,
  stored_bytes: count,
  concurrency: optional(count),
});

/** Limits of a plan. */
export interface PlanLimits extends z.infer<typeof planLimits> {}

export const accountList = z.object({
  accounts: z.array(account as z.ZodMiniType<OperatedAccount>),
  plans: z.array(planName),
  limits: z.record(z.string(), planLimits as z.ZodMiniType<PlanLimits>),
});

/** A page of accounts, and the plans. */
export interface AccountList extends z.infer<typeof accountList> {}

export const accountChanges = z.object({
  name: optional(settable.name),
  plan: optional(planName),
  status: optional(settable.status),
  signature_required: optional(settable.signature_required),
  signature_version: optional(settable.signature_version),
  rate_per_minute: limit,
  quota_per_month: limit,
});

/** Settings of an account. `null` restores the value of the plan. */
export interface AccountChanges extends z.infer<typeof accountChanges> {}

export const newAccount = z.object({ ...accountChanges.shape, name: settable.name });

/** A new account. */
export interface NewAccount extends z.infer<typeof newAccount> {}

export const keyChoices = ['access', 'secret', 'both'] as const;

export const keyRotation = z.object({
  which: optional(z.enum(keyChoices)).check(z.meta({ default: 'both' })),
  overlap_s: optional(z.number().check(z.minimum(0), z.maximum(2_592_000))).check(
    about('Seconds for which the old keys stay valid, at most 30 days.', { default: 0 }),
  ),
});

/** Keys to rotate, and how long the old ones stay valid. */
export interface KeyRotation extends z.infer<typeof keyRotation> {}

export const accountUsage = z.object({
  quota_per_month: count,
  used_this_month: count,
  under_way: count.check(about('Renders reserved for requests that have not finished.')),
  days,
});

export interface AccountUsage extends z.infer<typeof accountUsage> {}

export const auditEntry = z.object({
  at: z.int().check(about('Unix seconds.', int64)),
  action: text('Method and route, or a phrase.'),
  by: text('Id of the session or token; for a wrong password the address.'),
  account: optional(text('The account that was changed.')),
  subject: optional(text('Id of what was changed, or created.')),
  changed: optional(z.array(z.string())).check(
    about('Names of the fields that were given, or of the keys that were created.'),
  ),
  values: optional(z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }))).check(
    about('Old and new values, by field; only of an account, and no keys.'),
  ),
  requestId: optional(z.string()),
});

/** A change by an operator. */
export interface AuditEntry extends z.infer<typeof auditEntry> {}

export const doctorCheck = z.object({
  name: z.string(),
  state: z
    .enum(['ok', 'warning', 'missing'])
    .check(
      about('`warning`: it works, and could be better. `missing`: screenshots cannot be taken.'),
    ),
  text: z.string(),
  fix: optional(text('The fix: mostly a command.')),
});

/** One line of the doctor. */
export interface DoctorCheck extends z.infer<typeof doctorCheck> {}

export const doctorReport = z.object({
  at: seconds('When the checks finished.'),
  ok: z.boolean(),
  checks: z.array(doctorCheck as z.ZodMiniType<DoctorCheck>),
});

/** The checks of `tintype doctor`. */
export interface DoctorReport extends z.infer<typeof doctorReport> {}

export const setting = z.object({
  value: optional(z.unknown()),
  from: z.string(),
  group: optional(z.string()),
  description: optional(z.string()),
  unit: optional(z.enum(['bytes', 'seconds', 'days'])).check(about('Unit of a number.')),
});

/** The value of a setting, and where it comes from. */
export interface Setting extends z.infer<typeof setting> {}

export const settingList = z.object({
  settings: z.record(z.string(), setting as z.ZodMiniType<Setting>),
});

/** The settings in force; no secrets. */
export type Settings = Readonly<Record<string, Setting>>;

export const readiness = z.object({
  status: z.enum(['ready', 'failing', 'draining']),
  message: optional(text('The failure or limitation, for people.')),
});

/** State of the service. */
export interface ReadinessState extends z.infer<typeof readiness> {}
