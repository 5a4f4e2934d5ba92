import { readValue } from '@tintype/contract/read';
import type * as z from 'zod/mini';
import { accountFields } from '../../account-fields.ts';
import type { Account, AccountChanges, NewAccount } from '../../ports/accounts/accounts.ts';

type Fields = typeof accountFields;

/** @throws RenderError `invalid_parameter` or `missing_parameter` */
export function readField<Name extends keyof Fields>(
  name: Name,
  value: unknown,
): z.output<Fields[Name]> {
  const schema: z.core.$ZodType = accountFields[name];
  return readValue(schema, value, name) as z.output<Fields[Name]>;
}

/** @throws RenderError `invalid_parameter` or `missing_parameter` */
export function readNew(input: NewAccount): Omit<Account, 'id' | 'createdAt'> {
  const { ratePerMinute, quotaPerMonth } = input;
  return {
    name: readField('name', input.name),
    plan: readField('plan', input.plan),
    status: readField('status', input.status ?? 'active'),
    signatureRequired: readField('signatureRequired', input.signatureRequired ?? false),
    signatureVersion: readVersion(input.signatureVersion ?? 1),
    ...readFigure('ratePerMinute', ratePerMinute),
    ...readFigure('quotaPerMonth', quotaPerMonth),
  };
}

function readFigure(name: 'ratePerMinute' | 'quotaPerMonth', value: number | undefined) {
  return value === undefined ? {} : { [name]: readField(name, value) };
}

function readVersion(version: 1 | 2): 1 | 2 {
  return readField('signatureVersion', version) === 2 ? 2 : 1;
}

/** @throws RenderError `invalid_parameter` */
export function applyChanges(account: Account, changes: AccountChanges): Account {
  const { ratePerMinute, quotaPerMonth, ...others } = account;
  const kept = <Value>(change: Value | null | undefined, present: Value | undefined) =>
    change === undefined ? present : (change ?? undefined);
  const figures = {
    ...readFigure('ratePerMinute', kept(changes.ratePerMinute, ratePerMinute)),
    ...readFigure('quotaPerMonth', kept(changes.quotaPerMonth, quotaPerMonth)),
  };
  const { name = account.name, plan = account.plan, status = account.status } = changes;
  const { signatureRequired = account.signatureRequired } = changes;
  return {
    ...others,
    name: readField('name', name),
    plan: readField('plan', plan),
    status: readField('status', status),
    signatureRequired: readField('signatureRequired', signatureRequired),
    signatureVersion: readVersion(changes.signatureVersion ?? account.signatureVersion),
    ...figures,
  };
}
