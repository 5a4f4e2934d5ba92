import { networkInterfaces } from 'node:os';
import { EgressDenied, EgressFailure } from './failure.ts';
import { judgeAddress } from './judge-address.ts';
import type { AllowList } from './parse-allow.ts';
import { formatTarget, InvalidHost, isLocalName, parseHost, type Host } from './parse-host.ts';
import { refusedPort } from './refused-ports.ts';

/** The addresses of a name. */
export interface Addresses extends ReadonlyArray<string> {
  /** Those of the other family, where its answer was not waited for. Never rejects. */
  late?: Promise<readonly string[]>;
}

/**
 * Gives every address of a name. Rejects, or gives none, when there is none.
 * `isAllowed` tells that an allow list names the host, so that the machine's own ideas about it (its hosts file) count.
 * `scope` tells whose question it is: what was found for another is not known.
 */
export type Resolve = (host: string, isAllowed?: boolean, scope?: string) => Promise<Addresses>;

/** A target that may be dialled. */
export interface Admission {
  /** Canonical name or address. */
  host: string;
  port: number;
  /** The checked addresses, in the order to try them. Empty where a proxy is given the host as it is. */
  addresses: readonly string[];
  /** Waits for answers that were not there yet, and checks them as the first were. Rejects with `EgressDenied`. */
  late?: () => Promise<readonly string[]>;
}

/** Decides where connections may go. */
export interface Gate {
  /** Resolves the host and checks every answer. Rejects with `EgressFailure`. */
  admit(host: string, port: number, allow: AllowList, resolve: Resolve): Promise<Admission>;
  /**
   * As {@link Gate.admit}, for what a proxy is asked to connect to. A name becomes the addresses that were checked, so that the
   * proxy has nothing to resolve: whoever runs the name's servers could tell it otherwise. It stays a name where the allow list
   * names it, and for a proxy that is to have names; then one that is not found here is left to the proxy.
   */
  admitForProxy(
    host: string,
    port: number,
    allow: AllowList,
    resolve: Resolve,
    hasNames: boolean,
  ): Promise<Admission>;
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
  const words = judgeAddress(address).words;
  if (words === 'an address of this machine') return true;
  return Object.values(networkInterfaces()).some((list) =>
    list?.some((item) => judgeAddress(item.address.replace(/%.*/, '')).address === address),
  );
}

const localName = 'is a name of the local network';

const usualAdvice = (target: string) => `allow it with --allow ${target}`;

/** What a {@link Gate} goes by. */
export interface GateOptions {
  /** Whether a port of this machine belongs to the guard or its service. */
  isOwnPort(port: number): boolean;
  /** The only ports of public hosts. */
  ports?: ReadonlySet<number> | undefined;
  /** How what was refused can be allowed. */
  advice?: ((target: string) => string) | undefined;
  /** Whether a name that leads to what is not public is told as one that has no address. */
  hideAnswers?: boolean | undefined;
}

export function createGate(options: GateOptions): Gate {
  const { isOwnPort, ports, advice = usualAdvice, hideAnswers = false } = options;
  /** Refusals that say where a name leads. */
  const ofAnswers = new WeakSet<object>();

  function deny({ target, port }: Question, why: string, isAllowable = true): never {
    const shown = target.host;
    const way = isAllowable ? `; ${advice(shown)}` : '';
    throw new EgressDenied({ host: shown, port }, `${shown} ${why}${way}`);
  }

  /**
   * One sentence for a name that leads to what is not public and for one without an address: who asks could else find out the names of a
   * network that is not theirs.
   */
  function told(error: unknown, allow: AllowList): unknown {
    const isOfAnswers = error instanceof EgressFailure && ofAnswers.has(error);
    const isUnknown = error instanceof EgressFailure && error.kind === 'dns';
    if (!hideAnswers || (!isOfAnswers && !isUnknown)) return error;
    const { host, port } = error;
    // Whoever may reach a name may know where it leads.
    if (allow.coversName(host, port)) return error;
    if (isLocalName(host)) {
      return new EgressDenied({ host, port }, `${host} ${localName}; ${advice(host)}`);
    }
    const reason = `${host} has no public address; if it is one of your own network, ${advice(host)}`;
    return new EgressFailure({ kind: 'dns', host, port, reason }, { cause: error });
  }

  /** An admission, and what is found later, in the words for whoever asks. */
  async function inWords(admission: Promise<Admission>, allow: AllowList): Promise<Admission> {
    const inOtherWords = (error: unknown): never => {
      throw told(error, allow);
    };
    const { late, ...admitted } = await admission.catch(inOtherWords);
    return { ...admitted, ...(late && { late: () => late().catch(inOtherWords) }) };
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
      const isPrivate = judgeAddress(answer).kind !== 'public';
      if (isPrivate && error instanceof EgressFailure) ofAnswers.add(error);
      throw error;
    }
  }

  function checkAddress(question: Question, address: string): string {
    const { target, port, allow, nameAllowed } = question;
    const verdict = judgeAddress(address);
    const verb = target.kind === 'name' ? 'leads to' : 'is';
    if (verdict.kind === 'metadata')
      deny(question, `${verb} ${verdict.words}, which is never allowed`, false);
    if (isOwnPort(port) && isThisMachine(verdict.address))
      deny(question, `with port ${port} ${verb} this service itself`, false);
    if (nameAllowed || allow.coversAddress(verdict.address, port)) return verdict.address;
    if (target.kind === 'name' && isLocalName(target.host)) deny(question, localName);
    if (verdict.kind === 'private') deny(question, `${verb} ${verdict.words}`);
    // What listens on this machine's public address is not always meant for the public: a firewall may stand before it.
    if (port !== 80 && port !== 443 && isThisMachine(verdict.address))
      deny(question, `with port ${port} ${verb} this machine`);
    checkPort(question);
    return verdict.address;
  }

  function checkName(question: Question): void {
    if (question.nameAllowed) return;
    if (isLocalName(question.target.host)) deny(question, localName);
    checkPort(question);
  }

  const gate: Gate = {
    async admit(raw, port, allow, resolve) {
      const question = parseTarget(raw, port, allow);
      const { host, kind } = question.target;
      if (kind === 'address') return { host, port, addresses: [checkAddress(question, host)] };
      // Nothing that DNS could say would let it through, so DNS is not asked.
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
    async admitForProxy(raw, port, allow, resolve, hasNames) {
      const question = parseTarget(raw, port, allow);
      const { host, kind } = question.target;
      const asItIs: Admission = { host, port, addresses: [] };
      const staysName = question.nameAllowed || hasNames;
      try {
        const admission = await gate.admit(raw, port, allow, resolve);
        return kind === 'address' || staysName ? asItIs : admission;
      } catch (error) {
        const isUnknown = error instanceof EgressFailure && error.kind === 'dns';
        if (!staysName || !isUnknown) throw error;
        checkName(question);
        return asItIs;
      }
    },
  };
  return {
    admit: (...asked) => inWords(gate.admit(...asked), asked[2]),
    admitForProxy: (...asked) => inWords(gate.admitForProxy(...asked), asked[2]),
  };
}
