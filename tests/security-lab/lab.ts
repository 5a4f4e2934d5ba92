import { setTimeout as delay } from 'node:timers/promises';
import { defaultCacheDir, findBrowser, launchChrome, routeMessages } from '@tintype/chrome';
import type { NetworkSession } from '@tintype/core';
import { createEgress, type NetworkFailure } from '@tintype/egress';
import { controlWays } from './control-ways.ts';
import { attackerAddress, bystanderAddress, listenEverywhere, makeNetwork } from './lab-net.ts';
import { answer, attacker, createZone } from './lab-site.ts';
import { refusedWays } from './refused-ways.ts';

/** Result of showing the hostile page to one browser. */
export interface LabRun {
  /** True if the page loaded, and tried all of its attacks. */
  finished: boolean;
  /** Connections that reached the lab, wherever. */
  hits: number;
  /**
   * `address:port line` of each connection to an address that is not public, or to a port that is
   * refused.
   */
  forbiddenHits: string[];
  /** Ways that reached a public server. */
  successful: string[];
  datagrams: number;
  questions: string[];
  failures: readonly NetworkFailure[];
}

/** Output of the lab on its stdout, as JSON. */
export interface LabReport {
  proxied: LabRun;
  /** The same browser, in a context that was given no way out. */
  unassigned: LabRun;
  /** The positive control: another browser, without the egress proxy. */
  unprotected: LabRun;
  /** Answers of the egress proxy's resolver for the lab's names. */
  resolved: Record<string, string>;
}

// They follow the browser's own flags, and so override them.
const withoutProxy = [
  '--proxy-server=direct://',
  '--proxy-bypass-list=',
  '--host-resolver-rules=',
  '--force-webrtc-ip-handling-policy=default',
  '--webrtc-ip-handling-policy=default',
];

const { env, platform } = process;
const homedir = env['HOME'] ?? '/';
const cacheDir = defaultCacheDir({ env, platform, uid: process.getuid?.(), homedir });
const browser = await findBrowser({ cacheDir, homedir, env });

makeNetwork();
const zone = createZone();
const net = await listenEverywhere(answer, zone);
const sixes: Record<string, readonly string[]> = { 'mapped.example': ['::ffff:10.0.0.5'] };
// Each answers a name that rebinds for itself.
const ownZone = createZone();
const egress = createEgress({ resolve: async (name) => sixes[name] ?? ownZone(name) });

async function launch(extraArgs: readonly string[]) {
  // A service worker needs an origin that counts as secure.
  const trusted = `--unsafely-treat-insecure-origin-as-secure=${attacker}`;
  const chrome = await launchChrome({
    browser,
    sandbox: 'auto',
    cacheDir,
    env,
    extraArgs: [trusted, ...extraArgs],
  });
  return { chrome, router: routeMessages(chrome.pipe, () => {}) };
}

type Launched = Awaited<ReturnType<typeof launch>>;

/** Ways that reached a public server so far. */
function successful(): string[] {
  const ways = net.hits.map(({ address, line }) =>
    address === bystanderAddress ? /\/hit\/([\w-]+)/.exec(line)?.[1] : undefined,
  );
  return [...new Set(ways.filter((id) => id !== undefined))].sort();
}

/** Reports and prefetches come late; on a busy machine, later: what must come is waited for. */
async function untilQuiet(waitMs: number, expected: readonly string[] = []): Promise<void> {
  await delay(waitMs);
  for (let quietFor = 0, attempts = 0; quietFor < 2 && attempts < 15; attempts += 1) {
    const before = net.hits.length;
    await delay(1_000);
    const ways = new Set(successful());
    const isComplete = expected.every((way) => ways.has(way));
    quietFor = isComplete && before === net.hits.length ? quietFor + 1 : 0;
  }
}

async function visit(
  { router }: Launched,
  network?: NetworkSession & { proxyServer: string },
  expected?: readonly string[],
): Promise<LabRun> {
  net.hits.length = 0;
  net.questions.length = 0;
  const datagramsBefore = net.sentDatagrams();
  const way = network && { proxyServer: network.proxyServer, proxyBypassList: '<-loopback>' };
  const { browserContextId } = await router.root.send('Target.createBrowserContext', { ...way });
  const { targetId } = await router.root.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  });
  const session = await router.attach(targetId);
  const { errorText } = await session.send('Page.navigate', { url: `${attacker}/` });
  let finished = false;
  for (let attempts = 0; !errorText && !finished && attempts < 300; attempts += 1) {
    await delay(100);
    const { result } = await session.send('Runtime.evaluate', {
      expression: 'window.done === true',
    });
    finished = result.value === true;
  }
  if (finished) {
    await untilQuiet(4_000, expected);
    await session.send('Runtime.evaluate', { expression: 'leave()' });
    await untilQuiet(1_000);
  }
  await router.root.send('Target.disposeBrowserContext', { browserContextId });
  const isPublic = (address: string) => address === attackerAddress || address === bystanderAddress;
  const isWeb = (port: number) => port === 80 || port === 443;
  return {
    finished,
    hits: net.hits.length,
    forbiddenHits: net.hits
      .filter(({ address, port }) => !isPublic(address) || !isWeb(port))
      .map(({ address, port, line }) => `${address}:${port} ${line}`),
    successful: successful(),
    datagrams: net.sentDatagrams() - datagramsBefore,
    questions: [...net.questions],
    failures: [...(network?.failures ?? [])],
  };
}

const merged = (one: LabRun, other: LabRun): LabRun => ({
  finished: one.finished || other.finished,
  hits: one.hits + other.hits,
  forbiddenHits: [...one.forbiddenHits, ...other.forbiddenHits],
  successful: [...new Set([...one.successful, ...other.successful])].sort(),
  datagrams: one.datagrams + other.datagrams,
  questions: [...one.questions, ...other.questions],
  failures: [...one.failures, ...other.failures],
});

/**
 * A busy browser gives up what another time it does. Whatever must not happen must not in any of
 * the visits.
 */
async function visitUntil(
  expected: readonly string[],
  once: () => Promise<LabRun>,
): Promise<LabRun> {
  let run = await once();
  const isComplete = () => expected.every((way) => run.successful.includes(way));
  for (let attempts = 1; attempts < 3 && !isComplete(); attempts += 1) {
    await delay(2_000);
    run = merged(run, await once());
  }
  return run;
}

async function resolveForReal(): Promise<Record<string, string>> {
  const real = createEgress();
  const names = [
    'bystander.example',
    'private.example',
    'mixed.example',
    'nowhere.example',
    'printer.local',
  ];
  const answers = names.map(async (host) => {
    const told = await real.check({ host, port: 80 }).then(
      ({ addresses }) => addresses.join(' '),
      ({ kind }: NetworkFailure) => kind,
    );
    return [host, told] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

const first = await launch(withoutProxy);
const unprotected = await visitUntil(controlWays, () => visit(first, undefined, controlWays));
await first.chrome.kill();
const second = await launch([]);
const expected = unprotected.successful.filter((way) => !refusedWays.includes(way));
const proxied = await visitUntil(expected, async () =>
  visit(second, await egress.open(), expected),
);
const unassigned = await visit(second);
await second.chrome.kill();
await egress.close();
const report: LabReport = { proxied, unassigned, unprotected, resolved: await resolveForReal() };
process.stdout.write(JSON.stringify(report), () => process.exit(0));
