import { setTimeout as delay } from 'node:timers/promises';
import { createClient, createOperatorClient, type RequestState } from '@tintype/client';
import type { RunningService } from './run-service.ts';
import type { ShownSite } from './shown-site.ts';

/** Content of the pages. */
export interface Contents {
  /** The run of the task that found something changed. */
  changedRun: string;
  failedRequest: string;
  task: number;
  /** A task that found a change. */
  monitor: number;
  account: string;
}

/** Steps that log in to the site. */
export const loginSteps = [
  { fill: 'aria/E-mail', value: 'ada@example.com' },
  { fill: 'aria/Password', value: '{{password}}' },
  { click: 'text/Sign in' },
  { wait_for: 'text/Welcome back' },
];

/**
 * Uses a service as people do: renders of each kind, with each outcome, a task with a change,
 * webhooks, accounts.
 */
export async function fillService(service: RunningService, site: ShownSite): Promise<Contents> {
  const client = createClient({ baseUrl: service.address, accessKey: service.accessKey });
  const { requests, sessions, tasks } = client;
  const ended = async (id: string): Promise<RequestState> => {
    for (;;) {
      const state = await requests.get(id);
      if (state.finished !== undefined) return state;
      await delay(200);
    }
  };
  const url = (path: string) => `${site.address}${path}`;
  const hook = { webhook_url: url('/hooks/renders') };
  const small = { viewport_width: 900, viewport_height: 700 };
  const lantern = await tasks.create({
    name: 'Price of the lantern',
    api: 'screenshot',
    query: { url: url('/lantern'), format: 'webp', ...small },
    frequency: 'custom',
    crontab: '30 6 * * 1-5',
    timezone: 'Europe/Paris',
  });
  await tasks.create({
    name: 'Tides, as a PDF',
    api: 'pdf',
    query: { url: url('/tides') },
    frequency: 'every_month',
    timezone: 'America/Halifax',
    enabled: false,
  });
  const runNow = async () => {
    const known = (await tasks.runs(lantern.id)).map(({ id }) => id);
    await tasks.run(lantern.id);
    for (;;) {
      const next = (await tasks.runs(lantern.id)).find(({ id }) => !known.includes(id));
      if (next) return (await ended(next.id)).id;
      await delay(200);
    }
  };
  await runNow();
  await runNow();
  site.setPrice('€ 39');
  const changedRun = await runNow();
  const monitor = await tasks.create({
    name: 'The lantern, if it changes',
    api: 'screenshot',
    query: { url: url('/lantern'), ...small },
    frequency: 'every_hour',
    watch: { on: 'any' },
  });
  const runUntil = async (outcome: string) => {
    await tasks.run(monitor.id);
    while ((await tasks.checks(monitor.id))[0]?.outcome !== outcome) await delay(200);
  };
  await runUntil('baseline');
  await runUntil('same');
  site.setPrice('€ 42');
  await runUntil('changed');
  await ended((await requests.start('scrape', { url: url('/tides'), format: 'md', ...hook })).id);
  await ended((await requests.start('pdf', { url: url('/tides') })).id);
  await ended((await requests.start('screenshot', { url: url('/empty'), ...small })).id);
  const failed = await requests.start('screenshot', {
    url: url('/lantern'),
    selector: '.sold-out',
    keep_trace: true,
    timeout: 20,
    webhook_url: url('/hooks/broken'),
    ...small,
  });
  await ended(failed.id);
  const video = { duration: 1, fps: 5, viewport_width: 480, viewport_height: 320 };
  await ended((await requests.start('screencast', { url: url('/harbour'), ...video })).id);
  await ended((await requests.start('screenshot', { url: url('/harbour'), ...small, ...hook })).id);
  const secrets = { password: 'correct horse' };
  const login = { url: url('/members'), steps: loginSteps, secrets };
  await sessions.create({ name: 'harbour-members', login });
  const cookie = { name: 'id', value: '17', domain: 'shop.example', path: '/', expires: -1 };
  const rest = { httpOnly: true, secure: true, sameSite: 'Lax' } as const;
  const state = { cookies: [{ ...cookie, ...rest }], origins: [] };
  await sessions.create({ name: 'shop', storage_state: JSON.stringify(state), ttl: 86_400 });
  const operator = createOperatorClient({
    baseUrl: service.address,
    token: await service.operatorToken(),
  });
  const [account] = await operator.accounts.list();
  await operator.accounts.create({ name: 'acme', plan: 'pro', quota_per_month: 500 });
  const leaving = await operator.accounts.create({ name: 'a trial', plan: 'free' });
  await operator.accounts.create({ name: 'harbour museum', plan: 'scale', status: 'unpaid' });
  await operator.accounts.revoke(leaving.id);
  return {
    changedRun,
    failedRequest: failed.id,
    task: lantern.id,
    monitor: monitor.id,
    account: account?.id ?? '',
  };
}
