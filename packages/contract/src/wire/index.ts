import * as z from 'zod/mini';
import { capturesName } from '../captures/captures.ts';
import type { KindSet } from '../kinds/kind-set.ts';
import { withoutSafeBounds, type JsonSchema } from '../read/value-info.ts';
import * as accounts from './account.ts';
import * as batches from './batch.ts';
import * as comparisons from './comparison.ts';
import * as deliveries from './delivery.ts';
import * as errors from './error.ts';
import * as monitors from './monitor.ts';
import * as operators from './operator.ts';
import * as requests from './request.ts';
import * as sessions from './session.ts';
import * as tasks from './task.ts';
import { apiName, kindName, planName } from './values.ts';

export type { DayUsage, Device, UsageState } from './account.ts';
export type { BatchState } from './batch.ts';
export type {
  ComparedArea,
  ComparedField,
  ComparedRegion,
  ComparisonFigures,
  ComparisonResult,
  ComparisonSide,
  NewComparison,
  TextFigures,
} from './comparison.ts';
export {
  deliveryStates,
  type Delivery,
  type WebhookBatch,
  type WebhookFailure,
  type WebhookOutput,
  type WebhookOutputs,
  type WebhookSuccess,
} from './delivery.ts';
export type { ErrorBody, ErrorDetail } from './error.ts';
export {
  keyChoices,
  type AccountChanges,
  type AccountList,
  type AccountUsage,
  type AuditEntry,
  type DoctorCheck,
  type DoctorReport,
  type KeyRotation,
  type NewAccount,
  type OperatedAccount,
  type PlanLimits,
  type ReadinessState,
  type Setting,
  type Settings,
} from './operator.ts';
export {
  requestStatuses,
  type OutputState,
  type QueuedRequest,
  type RequestMetadata,
  type RequestState,
} from './request.ts';
export {
  checkOutcomes,
  mailAddress,
  maxNotifications,
  notificationTypes,
  ntfyTopic,
  watchedParts,
  type Acceptance,
  type Monitor,
  type MonitorChanges,
  type MonitorCheck,
  type MonitorEvent,
  type MonitorNoise,
  type MonitorSnapshot,
  type NewWatch,
  type Notification,
  type Watch,
} from './monitor.ts';
export type { Session } from './session.ts';
export type { Task, TaskCalendar, TaskPreview } from './task.ts';

const exported = {
  ...errors,
  ...requests,
  ...batches,
  ...comparisons,
  ...deliveries,
  ...tasks,
  ...monitors,
  ...sessions,
  ...accounts,
  ...operators,
};

/** Returns what clients and the service exchange as `components.schemas` of OpenAPI. */
export function wireSchemas(
  { names }: KindSet,
  plans: readonly string[],
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of Object.entries(exported)) {
    if (!(schema instanceof z.ZodMiniObject)) continue;
    registry.add(schema, { id: `${name[0]?.toUpperCase()}${name.slice(1)}` });
  }
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ zodSchema, jsonSchema }) => {
      withoutSafeBounds({ jsonSchema });
      if (zodSchema === kindName) jsonSchema.enum = [...names];
      if (zodSchema === planName) jsonSchema.enum = [...plans];
      if (zodSchema === apiName) jsonSchema.enum = [...names, capturesName];
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $id: _id, $schema: _schema, ...schema }]) => [
      name,
      schema,
    ]),
  ) as Record<string, JsonSchema>;
}
