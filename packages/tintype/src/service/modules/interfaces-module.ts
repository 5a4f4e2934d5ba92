import {
  createAnswerAgent,
  createCompareStored,
  createServiceLimiters,
} from '@tintype/mcp/service';
import { createTaskService } from '@tintype/scheduler';
import {
  createServer,
  healthRoutes,
  logAnswers,
  metricsRoute,
  openApiRoute,
  referencePage,
  type RequestLimits,
  type Server,
} from '@tintype/server';
import { createTargetCheck } from '@tintype/webhooks';
import { consoleFiles } from '../console-files.ts';
import { firstAccount } from '../first-account.ts';
import { createDoctor } from '../run-doctor.ts';
import type { ServiceConfig } from '../settings/settings.ts';
import {
  FIGURES,
  JOBS,
  METRICS,
  plansOf,
  READINESS,
  RENDERER,
  submissionRulesOf,
  SCHEDULER,
  SERVER,
  TRACING,
  type Scope,
  type ServiceModule,
  type ServiceParts,
} from './service-module.ts';

/** The HTTP server with its API, console and tools for agents. */
export const interfacesModule: ServiceModule = {
  register: (scope, parts) => scope.provide(SERVER, () => makeServer(scope, parts)),
  steps(scope, { config, store, log, started, keepKeys }) {
    const server = scope.get(SERVER);
    const readiness = scope.get(READINESS);
    let onReady = () => {};
    return {
      async start() {
        // A caller that waits until the service is ready finds the keys. They are created once the
        // port is open: keys of a failed start would be lost.
        onReady = readiness.starting();
        const address = await listen(server, config);
        for (const at of server.fastify.addresses()) {
          if (typeof at === 'object') started.ownPorts.add(at.port);
        }
        const newKeys = config.role.includes('api')
          ? await firstAccount(store, config, (message) => log.warn(message))
          : undefined;
        const keysFile = newKeys && (await keepKeys(newKeys));
        return { address, running: () => server.running, newKeys, keysFile };
      },
      run: () => onReady(),
      drain() {
        readiness.drain();
        return [server.close()];
      },
    };
  },
};

function makeServer(scope: Scope, parts: ServiceParts): Server {
  const { config, log, now, store, tls, version } = parts;
  const { base_url: baseUrl, header_prefix: headerPrefix } = config;
  const metrics = scope.get(METRICS);
  const jobs = scope.get(JOBS);
  const limiters = createServiceLimiters();
  const { kinds } = scope.get(RENDERER);
  const hasApi = config.role.includes('api');
  const description = { version, kinds, headerPrefix, ...(baseUrl !== undefined && { baseUrl }) };
  return createServer({
    store,
    kinds,
    plans: plansOf(config),
    jobs,
    tasks: createTaskService({
      store,
      now,
      validateWebhookTarget: createTargetCheck(parts.started.egress),
      ...submissionRulesOf(config),
      kinds,
    }),
    wakeScheduler: () => scope.get(SCHEDULER).wake(),
    compare: createCompareStored(store, limiters),
    answerAgent: createAnswerAgent({
      store,
      limiters,
      jobs,
      version,
      onWarning: (message, cause) => log.debug({ err: cause }, message),
    }),
    console: {
      files: consoleFiles,
      ...(config.operator_password && { operatorPassword: config.operator_password }),
    },
    operator: {
      settings: parts.settings,
      figures: () => scope.get(FIGURES).current(),
      doctor: createDoctor(config, parts.environment, {
        execPath: process.execPath,
        execArgv: process.execArgv,
        script: process.argv[1] ?? '',
      }),
    },
    hasApi,
    log,
    parts: [
      logAnswers(log),
      metrics.part,
      scope.get(TRACING).part,
      healthRoutes(scope.get(READINESS)),
      metricsRoute(metrics.registry, config.metrics_token),
      ...(hasApi ? [openApiRoute(description), referencePage(description)] : []),
    ],
    trustProxy: config.trust_proxy.length === 0 ? false : config.trust_proxy.join(','),
    corsOrigins: config.cors_origins,
    headerPrefix,
    limits: limitsOf(config),
    drainTimeoutMs: config.drain_timeout_s * 1000,
    now,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(tls !== undefined && { tls }),
  });
}

function limitsOf(config: ServiceConfig): Partial<RequestLimits> {
  return {
    bodyBytes: config.max_body_bytes,
    keylessBodyBytes: config.max_keyless_body_bytes,
    ...(config.max_bodies_bytes === undefined ? {} : { bodiesBytes: config.max_bodies_bytes }),
    connections: config.max_connections,
    connectionsPerAddress: config.max_connections_per_address,
    wrongKeysPerMinute: config.max_wrong_keys,
    receiveTimeoutMs: config.receive_timeout_s * 1000,
    headersTimeoutMs: config.keyless_receive_timeout_s * 1000,
    keylessReceiveTimeoutMs: config.keyless_receive_timeout_s * 1000,
  };
}

async function listen(server: Server, { host, port }: ServiceConfig): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const words = LISTEN_ERRORS[code];
    if (words === undefined) throw error;
    throw new Error(`${host}:${port} ${words}`, { cause: error });
  }
}

const LISTEN_ERRORS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program. Choose another --port, or stop that program.',
  EACCES: 'is not permitted for this user: ports below 1024 often need more rights.',
  EADDRNOTAVAIL: 'is not an address of this machine: choose another --host.',
  ENOTFOUND: 'cannot be resolved: choose another --host.',
};
