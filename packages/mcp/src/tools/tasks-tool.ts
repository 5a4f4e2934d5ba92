import type { AccountTasks } from '@tintype/jobs';
import { schemaOf } from '../tool-schema.ts';
import { resultOf, wrongArgument, type Tool } from './tool.ts';

const actions = ['list', 'create', 'update', 'delete'] as const;

const inputSchema = schemaOf(
  {
    action: { enum: actions, description: 'What to do.' },
    id: { type: 'integer', description: 'Which task, for update and delete.' },
    task: {
      type: 'object',
      description:
        'For create and update, for example {"name": "Home", "api": "screenshot", "query": "url=https://example.com&full_page=true", "frequency": "every_day"}; instead of frequency, crontab: "0 7 * * 1-5".',
    },
    cursor: { type: 'string', description: 'For list: where the answer before ended.' },
  },
  ['action'],
);

/** `tasks`: manages scheduled renders. */
export const tasksTool: Tool = {
  name: 'tasks',
  title: 'Scheduled renders',
  description:
    'Lists, creates, changes and deletes scheduled renders of this account: screenshots, PDFs, videos and texts that are made again and again. Each run counts against the quota.',
  inputSchema,
  isChanging: true,
  isOffered: ({ tasks }) => tasks !== undefined,
  call: async ({ tasks }, given) => resultOf(await act(tasks as AccountTasks, given)),
};

async function act(
  tasks: AccountTasks,
  { action, id, task, cursor }: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  switch (action) {
    case 'list': {
      if (cursor !== undefined && typeof cursor !== 'string') {
        throw wrongArgument('cursor', 'a text', cursor);
      }
      const { tasks: found, next } = await tasks.list(cursor);
      return { tasks: found, ...(next !== undefined && { next_cursor: next }) };
    }
    case 'create':
      return { task: await tasks.create(task) };
    case 'update':
      return { task: await tasks.update(idOf(id), task) };
    case 'delete':
      await tasks.remove(idOf(id));
      return { deleted: id };
    default:
      throw wrongArgument('action', `one of ${actions.join(', ')}`, action);
  }
}

function idOf(id: unknown): string {
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return String(id);
  throw wrongArgument('id', 'the number of a task', id);
}
