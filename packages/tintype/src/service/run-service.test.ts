import { createReadiness } from '@tintype/server';
import t from 'tap';
import { account } from './fixtures/account.ts';
import { interfacesModule } from './modules/interfaces-module.ts';
import {
  createScope,
  READINESS,
  SERVER,
  type ModuleSteps,
  type ServiceParts,
} from './modules/service-module.ts';
import { runService } from './run-service.ts';

const keys = { accessKey: 'AAAA', secretKey: 'SSSS' };

t.test('writes new keys before it is ready', async (t) => {
  const readiness = createReadiness({ canary: async () => {}, now: Date.now });
  const done: string[] = [];
  const written = Promise.withResolvers<string>();
  const asked = Promise.withResolvers<void>();
  const scope = createScope();
  scope.provide(READINESS, () => readiness);
  scope.provide(SERVER, () => {
    const server = {
      listen: async () => void done.push('listen'),
      close: async () => {},
      fastify: { addresses: () => [] },
    };
    return server as never;
  });
  const parts = {
    config: { host: '127.0.0.1', port: 0, role: ['api'] },
    store: { accounts: { createFirst: async () => ({ account, keys }) } },
    started: { ownPorts: new Set() },
    async keepKeys(newKeys: object) {
      t.same(newKeys, { account, keys });
      asked.resolve();
      return written.promise;
    },
  };
  const running = runService([interfacesModule.steps(scope, parts as unknown as ServiceParts)]);
  await asked.promise;
  t.same(done, ['listen'], 'keys are created once the port is open');
  t.match(await readiness.check(), { status: 'failing' }, 'they are not written yet');
  written.resolve('/data/new-keys.env');
  t.match(await running, { newKeys: { keys }, keysFile: '/data/new-keys.env' });
  t.same(await readiness.check(), { status: 'ready' });
  await (await running).stop();
  t.same(await readiness.check(), { status: 'draining' });
});

/** Modules that record their steps. */
function recordingModules(names: readonly string[], failing?: string) {
  const steps: string[] = [];
  const record = async (step: string) => {
    steps.push(step);
    if (step === failing) throw new Error(step);
  };
  const modules = names.map((name): ModuleSteps => ({
    start: () => record(`start ${name}`),
    run: () => void steps.push(`run ${name}`),
    drain: () => [record(`drain ${name}`)],
    stop: [() => record(`stop ${name}`)],
  }));
  return { steps, modules };
}

const drainAndStop = ['drain b', 'drain a', 'stop b', 'stop a'];

t.test('starts in order and stops in reverse, after all are drained', async (t) => {
  const { steps, modules } = recordingModules(['a', 'b']);
  const { stop } = await runService(modules);
  t.same(steps.splice(0), ['start a', 'start b', 'run a', 'run b']);
  await stop();
  t.same(steps, drainAndStop);
});

t.test('stops all modules if one does not start', async (t) => {
  const { steps, modules } = recordingModules(['a', 'b'], 'start b');
  await t.rejects(runService(modules), { message: 'start b' });
  t.same(steps, ['start a', 'start b', ...drainAndStop]);
});

t.test('stops the other modules if one does not stop', async (t) => {
  const { steps, modules } = recordingModules(['a', 'b'], 'drain b');
  const { stop } = await runService(modules);
  steps.length = 0;
  await t.rejects(stop(), { message: 'drain b' });
  t.same(steps, drainAndStop);
});
