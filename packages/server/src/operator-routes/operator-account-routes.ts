import { RenderError, type ErrorCode } from '@tintype/contract';
import { parameterError, readCursor, readValue, writeCursor } from '@tintype/contract/read';
import {
  keyChoices,
  type AccountList,
  type AccountUsage,
  type OperatedAccount,
} from '@tintype/contract/wire';
import {
  accountFields,
  limitsOf,
  planNames,
  type Account,
  type AccountKeys,
  type Plans,
  type Store,
} from '@tintype/store';
import type { FastifyRequest } from 'fastify';
import { baseUrlOf } from '../parse/read-query.ts';
import { linkNext, readDays, readPage } from '../parse/read-list.ts';
import { seconds } from '../reply/json-values.ts';
import { readAccountFields, readObject } from './account-input.ts';
import { declareRoutes, idOf, type Route, type RouteContext } from '../route/define-route.ts';
import { daysParameter, linkHeader, pageParameters, pathParameter } from '../route/json-parts.ts';
import { locationHeader } from '../route/response-headers.ts';

/** Default number of days of usage. */
const usualDays = 31;

const params = [pathParameter('id', 'Id of the account.', { type: 'string' })];
const content = 'Account';
const bodyErrors: readonly ErrorCode[] = [
  'invalid_request',
  'invalid_parameter',
  'unknown_parameter',
  'payload_too_large',
];

/** `/v1/operator/accounts`. New keys are shown once, in the response that creates them. */
export const operatorAccountRoutes: readonly Route[] = declareRoutes('operator', 'Operation', [
  {
    method: 'GET',
    path: '/v1/operator/accounts',
    operation: {
      id: 'listAccounts',
      summary: 'Accounts, oldest first',
      parameters: pageParameters,
      headers: linkHeader,
      content: 'AccountList',
      errors: ['invalid_parameter', 'unknown_parameter'],
    },
    handle: async (request, reply, context) => {
      const { store, plans, baseUrl } = context;
      const { limit, cursor } = readPage(request.entries);
      const after = cursor === undefined ? undefined : readCursor(cursor);
      const found = await store.accounts.list({ limit: limit + 1, ...(after && { after }) });
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      linkNext(request, reply, baseUrlOf(request, baseUrl), last && writeCursor(last));
      const accounts = await Promise.all(page.map((account) => accountToJson(account, context)));
      const limits = limitsByPlan(plans);
      return { accounts, plans: [...planNames], limits } satisfies AccountList;
    },
  },
  {
    method: 'POST',
    path: '/v1/operator/accounts',
    operation: {
      id: 'createAccount',
      summary: 'Create an account; its keys are only in this response',
      body: 'NewAccount',
      status: 201,
      description: 'Created.',
      headers: locationHeader('Address of the account.'),
      content,
      errors: [...bodyErrors, 'missing_parameter'],
    },
    handle: async (request, reply, context) => {
      const { name, plan, ratePerMinute, quotaPerMonth, ...more } = readAccountFields(request.body);
      const { account, keys } = await context.store.accounts.create({
        ...more,
        name: readValue(accountFields.name, name, 'name'),
        plan: plan ?? 'free',
        ...(typeof ratePerMinute === 'number' && { ratePerMinute }),
        ...(typeof quotaPerMonth === 'number' && { quotaPerMonth }),
      });
      reply.header('location', `/v1/operator/accounts/${account.id}`);
      return accountToJson(account, context, keys);
    },
  },
  {
    method: 'GET',
    path: '/v1/operator/accounts/:id',
    params,
    operation: { id: 'getAccount', summary: 'One account', content, errors: ['not_found'] },
    handle: async (request, _reply, context) =>
      accountToJson(await findAccount(request, context), context),
  },
  {
    method: 'GET',
    path: '/v1/operator/accounts/:id/usage',
    params,
    operation: {
      id: 'getAccountUsage',
      summary: 'Renders of an account this month, and by day (UTC)',
      parameters: [daysParameter],
      content: 'AccountUsage',
      errors: ['invalid_parameter', 'not_found'],
    },
    handle: async (request, _reply, context) => {
      const { store, plans } = context;
      const days = readDays(request.entries) ?? usualDays;
      const account = await findAccount(request, context);
      const [{ used, reserved }, byDay] = await Promise.all([
        store.usage.used(account.id),
        store.usage.byDay(account.id, days),
      ]);
      return {
        quota_per_month: limitsOf(account, plans).quotaPerMonth,
        used_this_month: used,
        under_way: reserved,
        days: byDay,
      } satisfies AccountUsage;
    },
  },
  {
    method: 'PATCH',
    path: '/v1/operator/accounts/:id',
    operation: {
      id: 'updateAccount',
      summary: 'Change an account',
      body: 'AccountChanges',
      content,
      errors: [...bodyErrors, 'not_found'],
    },
    handle: async (request, _reply, context) => {
      const changes = readAccountFields(request.body);
      const before = await findAccount(request, context);
      const after = (await context.store.accounts.update(idOf(request), changes)) ?? missing();
      request.values = differences(
        settableFields(before, context.plans),
        settableFields(after, context.plans),
      );
      return accountToJson(after, context);
    },
  },
  {
    method: 'POST',
    path: '/v1/operator/accounts/:id/keys',
    params,
    operation: {
      id: 'rotateKeys',
      summary: 'Create new keys of an account; they are only in this response',
      body: 'KeyRotation',
      status: 201,
      description: 'Created.',
      content,
      errors: [...bodyErrors, 'not_found'],
    },
    handle: async (request, _reply, context) => {
      const { which = 'both', overlap_s: overlapS = 0 } = readObject(request.body ?? {}, [
        'which',
        'overlap_s',
      ]);
      const chosen = keyChoices.find((choice) => choice === which) ?? wrongChoice();
      const overlapMs =
        typeof overlapS === 'number' ? Math.round(overlapS * 1000) : (overlapS as number);
      readValue(accountFields.overlapMs, overlapMs, 'overlap_s');
      request.changed = chosen === 'both' ? ['access_key', 'secret_key'] : [`${chosen}_key`];
      const keys = await context.store.accounts.rotate(idOf(request), chosen, { overlapMs });
      return accountToJson(await findAccount(request, context), context, keys ?? missing());
    },
  },
  {
    method: 'DELETE',
    path: '/v1/operator/accounts/:id',
    operation: {
      id: 'revokeAccount',
      summary: 'Revoke an account permanently: destroys its keys, disables its tasks',
      status: 204,
      description: 'Revoked.',
      errors: ['not_found'],
    },
    handle: async (request, _reply, { store }) => {
      if (!(await store.accounts.revoke(idOf(request)))) missing();
    },
  },
]);

async function findAccount(request: FastifyRequest, { store }: RouteContext): Promise<Account> {
  return (await store.accounts.get(idOf(request))) ?? missing();
}

async function accountToJson(
  account: Account,
  { store, plans }: { store: Pick<Store, 'usage' | 'capacity'>; plans: Plans },
  keys: Partial<AccountKeys> = {},
): Promise<OperatedAccount> {
  const { id, createdAt } = account;
  const [{ used }, kept] = await Promise.all([store.usage.used(id), store.capacity.kept(id)]);
  return {
    id,
    ...settableFields(account, plans),
    used_this_month: used,
    waiting: kept.waiting,
    stored_bytes: kept.storedBytes,
    created: seconds(createdAt),
    ...(account.previousKeysUntil !== undefined && {
      previous_keys_until: seconds(account.previousKeysUntil),
    }),
    ...(keys.accessKey !== undefined && { access_key: keys.accessKey }),
    ...(keys.secretKey !== undefined && { secret_key: keys.secretKey }),
  };
}

function settableFields(account: Account, plans: Plans) {
  const { name, plan, status, signatureRequired, signatureVersion } = account;
  const { ratePerMinute, quotaPerMonth } = limitsOf(account, plans);
  return {
    name,
    plan,
    status,
    signature_required: signatureRequired,
    signature_version: signatureVersion,
    rate_per_minute: ratePerMinute,
    quota_per_month: quotaPerMonth,
  };
}

function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, { from: unknown; to: unknown }> {
  const changed = Object.entries(after).filter(([name, value]) => before[name] !== value);
  return Object.fromEntries(changed.map(([name, to]) => [name, { from: before[name], to }]));
}

function limitsByPlan(plans: Plans): AccountList['limits'] {
  return Object.fromEntries(
    planNames.map((name) => {
      const plan = plans[name];
      const limits = {
        rate_per_minute: plan.ratePerMinute,
        quota_per_month: plan.quotaPerMonth,
        max_tasks: plan.features.tasks ? plan.maxTasks : 0,
        waiting: plan.waiting,
        stored_bytes: plan.storedBytes,
        ...(plan.concurrency !== undefined && { concurrency: plan.concurrency }),
      };
      return [name, limits];
    }),
  );
}

function missing(): never {
  throw new RenderError('not_found', 'Account not found, or revoked.');
}

function wrongChoice(): never {
  throw parameterError('which', `which must be one of ${keyChoices.join(', ')}.`);
}
