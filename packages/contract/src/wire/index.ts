import * as z from 'zod/mini';
import { capturesName } from '../captures/captures.ts';
import type { KindSet } from '../kinds/kind-set.ts';
import { withoutSafeBounds, type JsonSchema } from '../read/value-info.ts';
import { device, usage } from './account.ts';
import { batch, newBatch } from './batch.ts';
import {
  delivery,
  webhookBatch,
  webhookFailure,
  webhookOutputs,
  webhookSuccess,
} from './delivery.ts';
import { error } from './error.ts';
import {
  account,
  accountChanges,
  accountList,
  accountUsage,
  auditEntry,
  doctorReport,
  keyRotation,
  newAccount,
  readiness,
  settings,
} from './operator.ts';
import { output, queuedRequest, request } from './request.ts';
import { newTask, task, taskChanges, taskPreview, taskTimes } from './task.ts';
import { apiName, kindName, planName } from './values.ts';

export type { DayUsage, Device, UsageState } from './account.ts';
export type { BatchState } from './batch.ts';
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
export type { Task, TaskCalendar, TaskPreview } from './task.ts';

const named = {
  Error: error,
  Request: request,
  Output: output,
  QueuedRequest: queuedRequest,
  NewBatch: newBatch,
  Batch: batch,
  Delivery: delivery,
  WebhookSuccess: webhookSuccess,
  WebhookOutputs: webhookOutputs,
  WebhookFailure: webhookFailure,
  WebhookBatch: webhookBatch,
  Task: task,
  NewTask: newTask,
  TaskChanges: taskChanges,
  TaskTimes: taskTimes,
  TaskPreview: taskPreview,
  Usage: usage,
  Device: device,
  Account: account,
  AccountList: accountList,
  NewAccount: newAccount,
  AccountChanges: accountChanges,
  KeyRotation: keyRotation,
  AccountUsage: accountUsage,
  AuditEntry: auditEntry,
  DoctorReport: doctorReport,
  Settings: settings,
  Readiness: readiness,
};

/** Returns what clients and the service exchange as `components.schemas` of OpenAPI. */
export function wireSchemas(
  { names }: KindSet,
  plans: readonly string[],
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
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
