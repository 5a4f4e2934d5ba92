import type { AuditEntry } from '@tintype/client';

/** Returns the account of a change, and what was changed in it, if not the account itself. */
export function ownerOf({ account, subject }: Pick<AuditEntry, 'account' | 'subject'>): {
  owner?: string;
  item?: string;
} {
  if (account === undefined) return subject === undefined ? {} : { owner: subject };
  return { owner: account, ...(subject !== undefined && { item: subject }) };
}

/** Sentences about changes of an account, by route. */
const ofAccounts: Readonly<Record<string, string>> = {
  'POST /v1/operator/accounts': 'Created account',
  'PATCH /v1/operator/accounts/:id': 'Changed account',
  'POST /v1/operator/accounts/:id/keys': 'Created new keys of account',
  'DELETE /v1/operator/accounts/:id': 'Revoked account',
};

/** Verb and noun of changes in an account, by route; the object's id follows. */
const inAccounts: Readonly<Record<string, string>> = {
  'POST /v1/tasks': 'Created task',
  'PATCH /v1/tasks/:id': 'Changed task',
  'DELETE /v1/tasks/:id': 'Deleted task',
  'POST /v1/tasks/:id/runs': 'Ran task',
  'PATCH /v1/tasks/:id/monitor': 'Changed monitor of task',
  'DELETE /v1/tasks/:id/monitor': 'Removed monitor of task',
  'POST /v1/tasks/:id/checks/:request/accept': 'Accepted a change of task',
  'DELETE /v1/requests/:id': 'Deleted request',
  'POST /v1/deliveries/:id/retry': 'Resent webhook',
  'POST /v1/sessions': 'Saved session',
  'DELETE /v1/sessions/:name': 'Deleted session',
  'POST /v1/batches': 'Started batch',
  'DELETE /v1/batches/:id': 'Canceled batch',
  'POST /v1/operator/doctor': 'Ran the checks of the doctor',
};

const fieldNames: Readonly<Record<string, string>> = {
  rate_per_minute: 'requests per minute',
  quota_per_month: 'renders per month',
  signature_required: 'signed requests only',
  signature_version: 'version of signatures',
  access_key: 'access key',
  secret_key: 'secret key',
};

/** Returns a change as a sentence; unknown actions stay as they are. */
export function auditSentence(
  entry: Omit<AuditEntry, 'at' | 'by'>,
  nameOf: (account: string) => string,
): string {
  const { action } = entry;
  const { owner, item } = ownerOf(entry);
  const known = ofAccounts[action];
  if (known !== undefined && owner !== undefined) {
    const changes = action.startsWith('POST /v1/operator/accounts') ? '' : changesText(entry);
    return `${known} ${nameOf(owner)}${changes && `: ${changes}`}`;
  }
  const kind = /^POST \/v1\/([\w-]+)$/.exec(action)?.[1];
  const said =
    inAccounts[action] ?? (kind === undefined ? sentenceCase(action) : `Requested ${kind}`);
  const changes = action.startsWith('PATCH') ? changesText(entry) : '';
  return [
    said,
    ...(item === undefined ? [] : [item]),
    ...(owner === undefined ? [] : [`of ${nameOf(owner)}`]),
  ]
    .join(' ')
    .concat(changes && `: ${changes}`);
}

function changesText({ changed = [], values }: Pick<AuditEntry, 'changed' | 'values'>): string {
  const name = (field: string) => fieldNames[field] ?? field.replaceAll('_', ' ');
  if (values === undefined) return changed.map(name).join(', ');
  const texts = Object.entries(values).map(
    ([field, { from, to }]) => `${name(field)} from ${valueText(from)} to ${valueText(to)}`,
  );
  return texts.join(', ') || 'nothing, as the values were the same';
}

function valueText(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString('en');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : 'none';
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
