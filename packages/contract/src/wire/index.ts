import * as z from 'zod/mini';
import { capturesName } from '../captures/captures.ts';
import type { KindSet } from '../kinds/kind-set.ts';
import { withoutSafeBounds, type JsonSchema } from '../read/value-info.ts';
import { newTask, task, taskChanges, taskPreview, taskTimes } from './task.ts';
import { apiName, kindName } from './values.ts';

export type { Task, TaskCalendar, TaskPreview } from './task.ts';

const named = {
  Task: task,
  NewTask: newTask,
  TaskChanges: taskChanges,
  TaskTimes: taskTimes,
  TaskPreview: taskPreview,
};

/** Returns what clients and the service exchange as `components.schemas` of OpenAPI. */
export function wireSchemas({ names }: KindSet): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ zodSchema, jsonSchema }) => {
      withoutSafeBounds({ jsonSchema });
      if (zodSchema === kindName) jsonSchema.enum = [...names];
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
