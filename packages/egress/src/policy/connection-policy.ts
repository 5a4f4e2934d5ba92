import { networkInterfaces } from 'node:os';
import { EgressDenied, EgressFailure } from '../failure.ts';
import { classifyAddress } from './classify-address.ts';
import type { AllowList } from './parse-allow.ts';
import { formatTarget, InvalidHost, isLocalName, parseHost, type Host } from './parse-host.ts';
import { refusedPort } from './refused-ports.ts';

/** The addresses of a name. */
export interface Addresses extends ReadonlyArray<string> {
  /** Addresses of the other family, if the dial did not wait for them. Never rejects. */
  late?: Promise<readonly string[]>;
}

/**
 * Gives every address of a name. Rejects, or gives none, when there is none. `isAllowed` says that
 * an allow list names the host: the machine's own lookup (its hosts file) is then used. `scope`
 * separates callers: answers are not shared between scopes.
 */
export type Resolve = (host: string, isAllowed?: boolean, scope?: string) => Promise<Addresses>;

/** A target that passed the policy and may be dialled. */
export interface CheckedTarget {
  /** Canonical name or address. */
  host: string;
  port: number;
  /** Checked addresses in dialling order. Empty where a proxy gets the host itself. */
  addresses: readonly string[];
  /** Waits for late answers and checks them. Rejects with `EgressDenied`. */
  late?: () => Promise<readonly string[]>;
}

/** Decides where connections may go. */
export interface ConnectionPolicy {
  /** Resolves the host and checks every answer. Rejects with `EgressFailure`. */
  check(host: string, port: number, allow: AllowList, resolve: Resolve): Promise<CheckedTarget>;
  /**
   * As {@link ConnectionPolicy.check}, for a target that a proxy is asked to connect to. A name
   * becomes the checked addresses, so that the proxy has nothing to resolve: its name servers could
   * answer differently. It stays a name where the allow list names it, and for a proxy that is
   * given names; then a name that is not found here is left to the proxy.
   */
  checkForProxy(
    host: string,
    port: number,
    allow: AllowList,
    resolve: Resolve,
    hasNames: boolean,
  ): Promise<CheckedTarget>;
}

interface Question {
  target: Host;
  port: number;
  allow: AllowList;
  nameAllowed: boolean;
}

function parseTarget(raw: string, port: number, allow: AllowList): Question {
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new EgressDenied({ host: raw, port }, `${raw}:${port} has no valid port`);
  try {
    const target = parseHost(raw);
    const nameAllowed = target.kind === 'name' && allow.coversName(target.host, port);
    return { target, port, allow, nameAllowed };
  } catch (error) {
    if (!(error instanceof InvalidHost)) throw error;
    const shown = JSON.stringify(raw.slice(0, 100));
    throw new EgressDenied({ host: raw.slice(0, 100), port }, `${shown} ${error.message}`);
  }
}

function isThisMachine(address: string): boolean {
  if (classifyAddress(address).description === 'an address of this machine') return true;
  return Object.values(networkInterfaces()).some((list) =>
    list?.some((item) => classifyAddress(item.address.replace(/%.*/, '')).address === address),
  );
}

const localName = 'is a name of the local network';

const usualAdvice = (target: string) => `allow it with --allow ${target}`;

export interface ConnectionPolicyOptions {
  /** Returns whether a port of this machine belongs to the egress proxy or to the service. */
  isOwnPort(port: number): boolean;
  /** The only ports of public hosts. */
  ports?: ReadonlySet<number> | undefined;
  /** Returns how to allow a refused target. */
  advice?: ((target: string) => string) | undefined;
  /** True to report a name with a private address as one that has no address. */
  hideAnswers?: boolean | undefined;
}

export function createConnectionPolicy(options: ConnectionPolicyOptions): ConnectionPolicy {
  const { isOwnPort, ports, advice = usualAdvice, hideAnswers = false } = options;
  /** Refusals that reveal the address of a name. */
  const ofAnswers = new WeakSet<object>();

  function deny({ target, port }: Question, why: string, isAllowable = true): never {
    const shown = target.host;
    const way = isAllowable ? `; ${advice(shown)}` : '';
    throw new EgressDenied({ host: shown, port }, `${shown} ${why}${way}`);
  }

  /** One message for private and missing addresses: callers must not learn a network's names. */
  function withoutAnswers(error: unknown, allow: AllowList): unknown {
    const isOfAnswers = error instanceof EgressFailure && ofAnswers.has(error);
    const isUnknown = error instanceof EgressFailure && error.kind === 'dns';
    if (!hideAnswers || (!isOfAnswers && !isUnknown)) return error;
    const { host, port } = error;
    // A caller that may reach a name may know its addresses.
    if (allow.coversName(host, port)) return error;
    if (isLocalName(host)) {
      return new EgressDenied({ host, port }, `${host} ${localName}; ${advice(host)}`);
    }
    const reason = `${host} has no public address; if it is one of your own network, ${advice(host)}`;
    return new EgressFailure({ kind: 'dns', host, port, reason }, { cause: error });
  }

  /** A checked target whose failures, late ones included, reveal only what the caller may know. */
  async function reworded(
    checked: Promise<CheckedTarget>,
    allow: AllowList,
  ): Promise<CheckedTarget> {
    const rethrow = (error: unknown): never => {
      throw withoutAnswers(error, allow);
    };
    const { late, ...target } = await checked.catch(rethrow);
    return { ...target, ...(late && { late: () => late().catch(rethrow) }) };
  }

  function checkPort(question: Question): void {
    const { target, port } = question;
    const why = refusedPort(port, ports);
    if (why) {
      const shown = formatTarget(target.host, port);
      throw new EgressDenied({ host: target.host, port }, `${shown}: ${why}; ${advice(shown)}`);
    }
  }

  function checkAnswer(question: Question, answer: string): string {
    try {
      return checkAddress(question, answer);
    } catch (error) {
      const isPrivate = classifyAddress(answer).kind !== 'public';
      if (isPrivate && error instanceof EgressFailure) ofAnswers.add(error);
      throw error;
    }
  }

  function checkAddress(question: Question, address: string): string {
    const { target, port, allow, nameAllowed } = question;
    const classified = classifyAddress(address);
    const verb = target.kind === 'name' ? 'leads to' : 'is';
    if (classified.kind === 'metadata')
      deny(question, `${verb} ${classified.description}, which is never allowed`, false);
    if (isOwnPort(port) && isThisMachine(classified.address))
      deny(question, `with port ${port} ${verb} this service itself`, false);
    if (nameAllowed || allow.coversAddress(classified.address, port)) return classified.address;
    if (target.kind === 'name' && isLocalName(target.host)) deny(question, localName);
    if (classified.kind === 'private') deny(question, `${verb} ${classified.description}`);
    // A port on this machine's public address is not always public: a firewall may protect it.
    if (port !== 80 && port !== 443 && isThisMachine(classified.address))
      deny(question, `with port ${port} ${verb} this machine`);
    checkPort(question);
    return classified.address;
  }

  function checkName(question: Question): void {
    if (question.nameAllowed) return;
    if (isLocalName(question.target.host)) deny(question, localName);
    checkPort(question);
  }

  const policy: ConnectionPolicy = {
    async check(raw, port, allow, resolve) {
      const question = parseTarget(raw, port, allow);
      const { host, kind } = question.target;
      if (kind === 'address') return { host, port, addresses: [checkAddress(question, host)] };
      // No DNS answer could allow it, so DNS is not queried.
      if (!allow.hasAddresses) checkName(question);
      const answers = await resolve(host, question.nameAllowed).catch((cause: unknown) => {
        if (cause instanceof EgressFailure) throw cause;
        const isSilent = (cause as NodeJS.ErrnoException).code === 'ETIMEOUT';
        const reason = isSilent
          ? `the name servers did not answer about ${host}`
          : `the address of ${host} could not be found`;
        throw new EgressFailure({ kind: 'dns', host, port, reason }, { cause });
      });
      if (answers.length === 0)
        throw new EgressFailure({ kind: 'dns', host, port, reason: `${host} has no address` });
      const checked = (list: readonly string[]) =>
        list.map((answer) => checkAnswer(question, answer));
      const { late } = answers;
      return {
        host,
        port,
        addresses: checked(answers),
        ...(late && { late: async () => checked(await late) }),
      };
    },
    async checkForProxy(raw, port, allow, resolve, hasNames) {
      const question = parseTarget(raw, port, allow);
      const { host, kind } = question.target;
      const asItIs: CheckedTarget = { host, port, addresses: [] };
      const staysName = question.nameAllowed || hasNames;
      try {
        const checked = await policy.check(raw, port, allow, resolve);
        return kind === 'address' || staysName ? asItIs : checked;
      } catch (error) {
        const isUnknown = error instanceof EgressFailure && error.kind === 'dns';
        if (!staysName || !isUnknown) throw error;
        checkName(question);
        return asItIs;
      }
    },
  };
  return {
    check: (...given) => reworded(policy.check(...given), given[2]),
    checkForProxy: (...given) => reworded(policy.checkForProxy(...given), given[2]),
  };
}

/** Returns whether connections to a host (canonical name or address) are refused. */
export type HostFilter = (host: string) => boolean | Promise<boolean>;
