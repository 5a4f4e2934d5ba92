import { nearest, RenderError } from '@tintype/contract';
import { parameterError, readValue } from '@tintype/contract/read';
import { accountFields, type AccountChanges } from '@tintype/store';

/** Fields of an account, by their names in a body. */
const names = {
  name: 'name',
  plan: 'plan',
  status: 'status',
  signature_required: 'signatureRequired',
  signature_version: 'signatureVersion',
  rate_per_minute: 'ratePerMinute',
  quota_per_month: 'quotaPerMonth',
} as const;

type FieldName = keyof typeof names;

/** Fields that operators may set, for the API description. */
export const accountFieldNames = Object.keys(names) as readonly FieldName[];

/** Fields that `null` resets to the value of the plan. */
const ofPlan: ReadonlySet<string> = new Set(['rate_per_minute', 'quota_per_month']);

/**
 * Parses an operator's input for an account.
 * @throws RenderError `invalid_request`, `unknown_parameter` or `invalid_parameter`
 */
export function readAccountFields(body: unknown): AccountChanges {
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(readObject(body, accountFieldNames))) {
    const field = names[name as FieldName];
    if (value === undefined || (value === null && !ofPlan.has(name))) continue;
    changes[field] = value === null ? null : readValue(accountFields[field], value, name);
  }
  return changes;
}

/** Returns a body that is an object with only these names. */
export function readObject(body: unknown, known: readonly string[]): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new RenderError('invalid_request', 'The body must be a JSON object.');
  }
  for (const name of Object.keys(body)) {
    if (known.includes(name)) continue;
    const shown = /^\w{1,64}$/.test(name) ? name : 'one';
    const near = nearest(shown, known);
    const message = `Unknown parameter ${shown}.${near === undefined ? '' : ` Did you mean ${near}?`}`;
    throw parameterError(shown, message, 'unknown_parameter');
  }
  return body as Record<string, unknown>;
}
