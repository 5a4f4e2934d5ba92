import { createReadiness } from '@tintype/server';
import t from 'tap';
import type { ComposedService } from './compose-service.ts';
import { account } from './fixtures/account.ts';
import { runService } from './run-service.ts';
import type { ServiceConfig } from './settings/settings.ts';

const keys = { accessKey: 'AAAA', secretKey: 'SSSS' };

/** An api alone: all but its readiness starts and stops without doing anything. */
function makeApi() {
  const idle = { start() {}, wake() {}, stop: async () => {}, close: async () => {} };
  const readiness = createReadiness({ canary: async () => {}, now: Date.now });
  const done: string[] = [];
  const service = {
    store: { ...idle, accounts: { createFirst: async () => ({ account, keys }) } },
    cache: { ...idle, start: async () => {} },
    renderer: idle,
    limiter: { look() {} },
    server: {
      listen: async () => void done.push('listen'),
      close: async () => {},
      fastify: { addresses: () => [] },
    },
    worker: idle,
    deliverer: idle,
    scheduler: idle,
    housekeeping: idle,
    minutes: idle,
    clockWatch: idle,
    readiness,
    handoffClient: undefined,
    handoffWorker: undefined,
    roles: new Set(['api']),
    ownPorts: new Set(),
  };
  return { service: service as unknown as ComposedService, readiness, done };
}

const config = { host: '127.0.0.1', port: 0, browsers: [], drain_timeout_s: 0 };

t.test('who waits until it is ready finds the new keys', async (t) => {
  const { service, readiness, done } = makeApi();
  const written = Promise.withResolvers<string>();
  const asked = Promise.withResolvers<void>();
  const running = runService(service, config as unknown as ServiceConfig, {
    warn: t.fail,
    async keepKeys(newKeys) {
      t.same(newKeys, { account, keys });
      asked.resolve();
      return written.promise;
    },
  });
  await asked.promise;
  t.same(done, ['listen'], 'keys are made where the port is had');
  t.match(await readiness.check(), { status: 'failing' }, 'they are not written yet');
  written.resolve('/data/new-keys.env');
  t.match(await running, { newKeys: { keys }, keysFile: '/data/new-keys.env' });
  t.same(await readiness.check(), { status: 'ready' });
  await (await running).stop();
  t.same(await readiness.check(), { status: 'draining' });
});
