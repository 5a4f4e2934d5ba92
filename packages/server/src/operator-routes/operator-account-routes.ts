import { RenderError } from '@tintype/contract';
import { readValue } from '@tintype/contract/read';
import {
  accountFields,
  limitsOf,
  planNames,
  type Account,
  type AccountKeys,
  type Plans,
  type Store,
} from '@tintype/store';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { baseUrlOf } from '../reply/base-url.ts';
import { linkNext } from '../reply/link-next.ts';
import { sendJson } from '../reply/send-json.ts';
import { readDays } from '../parse/read-days.ts';
import { readPage, wrongCursor } from '../parse/read-page.ts';
import { seconds } from '../reply/json-values.ts';
import type { ServerOptions } from '../server-options.ts';
import { readAccountFields, readObject } from './account-input.ts';

/** Default number of days of usage. */
const usualDays = 31;

const keyChoices = ['access', 'secret', 'both'] as const;

/**
 * `/v1/operator/accounts`: who may use the service. New keys are shown once, in the answer that
 * makes them.
 */
export function operatorAccountRoutes(app: FastifyInstance, options: ServerOptions): void {
  const { store, plans, baseUrl } = options;
  const { accounts } = store;
  const show = (account: Account, keys?: Partial<AccountKeys>) =>
    accountToJson(account, { store, plans }, keys);

  app.get('/v1/operator/accounts', async (request, reply) => {
    const { limit, cursor } = readPage(request.entries);
    const after = cursor === undefined ? undefined : readCursor(cursor);
    const found = await accounts.list({ limit: limit + 1, ...(after && { after }) });
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    linkNext(request, reply, baseUrlOf(request, baseUrl), last && writeCursor(last));
    const shown = await Promise.all(page.map((account) => show(account)));
    return sendJson(reply, 200, { accounts: shown, plans: planNames, limits: limitsByPlan(plans) });
  });

  app.post('/v1/operator/accounts', async (request, reply) => {
    const { name, plan, ratePerMinute, quotaPerMonth, ...more } = readAccountFields(request.body);
    const made = await accounts.create({
      ...more,
      name: readValue(accountFields.name, name, 'name'),
      plan: plan ?? 'free',
      ...(typeof ratePerMinute === 'number' && { ratePerMinute }),
      ...(typeof quotaPerMonth === 'number' && { quotaPerMonth }),
    });
    reply.header('location', `/v1/operator/accounts/${made.account.id}`);
    return sendJson(reply, 201, await show(made.account, made.keys));
  });

  app.get('/v1/operator/accounts/:id', async (request, reply) =>
    sendJson(reply, 200, await show((await accounts.get(idOf(request))) ?? missing())),
  );

  app.get('/v1/operator/accounts/:id/usage', async (request, reply) => {
    const days = readDays(request.entries) ?? usualDays;
    const account = (await accounts.get(idOf(request))) ?? missing();
    const [{ used, reserved }, byDay] = await Promise.all([
      store.usage.used(account.id),
      store.usage.byDay(account.id, days),
    ]);
    return sendJson(reply, 200, {
      quota_per_month: limitsOf(account, plans).quotaPerMonth,
      used_this_month: used,
      under_way: reserved,
      days: byDay,
    });
  });

  app.patch('/v1/operator/accounts/:id', async (request, reply) => {
    const changes = readAccountFields(request.body);
    return sendJson(
      reply,
      200,
      await show((await accounts.update(idOf(request), changes)) ?? missing()),
    );
  });

  app.post('/v1/operator/accounts/:id/keys', async (request, reply) => {
    const { which = 'both', overlap_s: overlapS = 0 } = readObject(request.body ?? {}, [
      'which',
      'overlap_s',
    ]);
    const wanted = keyChoices.find((choice) => choice === which) ?? wrongChoice();
    const overlapMs =
      typeof overlapS === 'number' ? Math.round(overlapS * 1000) : (overlapS as number);
    readValue(accountFields.overlapMs, overlapMs, 'overlap_s');
    request.changed = wanted === 'both' ? ['access_key', 'secret_key'] : [`${wanted}_key`];
    const keys = await accounts.rotate(idOf(request), wanted, { overlapMs });
    if (keys === undefined) return missing();
    return sendJson(reply, 201, await show((await accounts.get(idOf(request))) ?? missing(), keys));
  });

  app.delete('/v1/operator/accounts/:id', async (request, reply) => {
    if (!(await accounts.revoke(idOf(request)))) missing();
    return reply.code(204).send();
  });
}

async function accountToJson(
  account: Account,
  { store, plans }: { store: Pick<Store, 'usage' | 'capacity'>; plans: Plans },
  keys: Partial<AccountKeys> = {},
): Promise<Record<string, unknown>> {
  const { id, name, plan, status, createdAt, signatureRequired, signatureVersion } = account;
  const limits = limitsOf(account, plans);
  const [{ used }, kept] = await Promise.all([store.usage.used(id), store.capacity.kept(id)]);
  return {
    id,
    name,
    plan,
    status,
    signature_required: signatureRequired,
    signature_version: signatureVersion,
    rate_per_minute: limits.ratePerMinute,
    quota_per_month: limits.quotaPerMonth,
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

/** Limits of each plan, as configured. */
function limitsByPlan(plans: Plans): Record<string, unknown> {
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

const idOf = (request: FastifyRequest) => (request.params as { id: string }).id;

function missing(): never {
  throw new RenderError('not_found', 'There is no such account, or it is revoked.');
}

function wrongChoice(): never {
  const message = `which must be one of ${keyChoices.join(', ')}.`;
  throw new RenderError('invalid_parameter', message, {
    details: [{ parameter: 'which', message }],
  });
}

type Place = Pick<Account, 'createdAt' | 'id'>;

function writeCursor({ createdAt, id }: Place): string {
  return Buffer.from(`${createdAt}.${id}`).toString('base64url');
}

function readCursor(cursor: string): Place {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, createdAt, id] = /^([0-9]{1,15})\.([0-9a-f-]{36})$/.exec(text) ?? [];
  if (createdAt !== undefined && id !== undefined) return { createdAt: Number(createdAt), id };
  return wrongCursor();
}
