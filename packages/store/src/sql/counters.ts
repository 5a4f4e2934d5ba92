// This text is step 1 of the migrations of both databases, and is frozen on the first release.

/** After an event of a row, if `when` is true of it, `add` changes counters of its account. */
export interface Counter {
  event: string;
  when?: string;
  add: Readonly<Record<string, string>>;
}

const open = (row: string) => `CASE WHEN ${row}.available_at IS NULL THEN 0 ELSE 1 END`;
const isState = (row: string, state: string) =>
  `CASE ${row}.state WHEN '${state}' THEN 1 ELSE 0 END`;
const pending = (row: string) => isState(row, 'pending');
const failed = (row: string) => isState(row, 'failed');

/** Counters of `kept`: counting a million rows takes long. `old` is the name of a deleted row. */
export const countersOf = (old: 'OLD' | 'gone'): readonly Counter[] => [
  { event: 'INSERT ON files', when: 'NEW.is_brief = 0', add: { file_bytes: 'NEW.bytes' } },
  { event: 'DELETE ON files', when: `${old}.is_brief = 0`, add: { file_bytes: `-${old}.bytes` } },
  {
    event: 'INSERT ON requests',
    add: { requests: '1', waiting: open('NEW'), waiting_bytes: 'NEW.parameter_bytes' },
  },
  {
    event: 'UPDATE OF parameter_bytes ON requests',
    when: 'OLD.available_at IS NOT NULL AND NEW.available_at IS NULL',
    add: { waiting: '-1', waiting_bytes: 'NEW.parameter_bytes - OLD.parameter_bytes' },
  },
  {
    event: 'DELETE ON requests',
    add: { requests: '-1', waiting: `-${open(old)}`, waiting_bytes: `-${old}.parameter_bytes` },
  },
  {
    event: 'INSERT ON outbox',
    add: { deliveries: '1', webhooks: pending('NEW'), failed_deliveries: failed('NEW') },
  },
  {
    event: 'UPDATE OF state ON outbox',
    when: 'OLD.state <> NEW.state',
    add: {
      webhooks: `${pending('NEW')} - ${pending('OLD')}`,
      failed_deliveries: `${failed('NEW')} - ${failed('OLD')}`,
    },
  },
  {
    event: 'DELETE ON outbox',
    add: {
      deliveries: '-1',
      webhooks: `-${pending(old)}`,
      failed_deliveries: `-${failed(old)}`,
    },
  },
  { event: 'INSERT ON idempotency', add: { answers: '1', answer_bytes: 'NEW.bytes' } },
  {
    event: 'UPDATE OF bytes ON idempotency',
    when: 'OLD.bytes <> NEW.bytes',
    add: { answer_bytes: 'NEW.bytes - OLD.bytes' },
  },
  { event: 'DELETE ON idempotency', add: { answers: '-1', answer_bytes: `-${old}.bytes` } },
];

/** Returns the name of the trigger of a counter, for example `kept_insert_on_files`. */
export const triggerName = ({ event }: Counter): string =>
  `kept_${event.toLowerCase().replaceAll(' ', '_')}`;

/** Returns the statement that changes counters of an account by `rows`, made of the differences. */
export function addToKept({ add }: Counter, rows: (values: readonly string[]) => string): string {
  const names = Object.keys(add);
  return `INSERT INTO kept (account_id, ${names.join(', ')}) ${rows(Object.values(add))}
    ON CONFLICT (account_id) DO UPDATE SET
      ${names.map((name) => `${name} = kept.${name} + excluded.${name}`).join(', ')};`;
}
