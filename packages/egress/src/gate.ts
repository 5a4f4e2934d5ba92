import { networkInterfaces } from 'node:os';
import { EgressDenied, EgressFailure } from './failure.ts';
import { judgeAddress } from './judge-address.ts';
import type { AllowList } from './parse-allow.ts';
import { formatTarget, InvalidHost, isLocalName, parseHost, type Host } from './parse-host.ts';
import { refusedPort } from './refused-ports.ts';

/**
 * Gives every address of a name. Rejects, or gives none, when there is none.
 * `isAllowed` tells that an allow list names the host, so that the machine's own ideas about it (its hosts file) count.
 */
export type Resolve = (host: string, isAllowed?: boolean) => Promise<readonly string[]>;

/** A target that may be dialled. */
export interface Admission {
  /** Canonical name or address. */
  host: string;
  port: number;
  /** The checked addresses, in the order to try them. Empty when an upstream proxy resolves the name. */
  addresses: readonly string[];
}

/** Decides where connections may go. */
export interface Gate {
  /** Resolves the host and checks every answer. Rejects with `EgressFailure`. */
  admit(host: string, port: number, allow: AllowList, resolve: Resolve): Promise<Admission>;
  /** Checks a host whose name somebody else will resolve. Throws `EgressDenied`. */
  admitUnresolved(host: string, port: number, allow: AllowList): Admission;
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

const usualAdvice = (target: string) => `allow it with --allow ${target}`;

/**
 * @param isOwnPort Whether a port of this machine belongs to the guard or its service.
 * @param advice How what was refused can be allowed.
 */
export function createGate(
  isOwnPort: (port: number) => boolean,
  ports: ReadonlySet<number> | undefined,
  advice: (target: string) => string = usualAdvice,
): Gate {
  function deny({ target, port }: Question, why: string, isAllowable = true): never {
    const shown = target.host;
    const way = isAllowable ? `; ${advice(shown)}` : '';
    throw new EgressDenied({ host: shown, port }, `${shown} ${why}${way}`);
  }

  function checkPort(question: Question): void {
    const { target, port } = question;
    const why = refusedPort(port, ports);
    if (why) {
      const shown = formatTarget(target.host, port);
      throw new EgressDenied({ host: target.host, port }, `${shown}: ${why}; ${advice(shown)}`);
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
    if (target.kind === 'name' && isLocalName(target.host))
      deny(question, 'is a name of the local network');
    if (verdict.kind === 'private') deny(question, `${verb} ${verdict.words}`);
    // What listens on this machine's public address is not always meant for the public: a firewall may stand before it.
    if (port !== 80 && port !== 443 && isThisMachine(verdict.address))
      deny(question, `with port ${port} ${verb} this machine`);
    checkPort(question);
    return verdict.address;
  }

  return {
    async admit(raw, port, allow, resolve) {
      const question = parseTarget(raw, port, allow);
      const { host, kind } = question.target;
      if (kind === 'address') return { host, port, addresses: [checkAddress(question, host)] };
      if (!question.nameAllowed && !allow.hasAddresses) {
        // Nothing that DNS could say would let it through, so DNS is not asked.
        if (isLocalName(host)) deny(question, 'is a name of the local network');
        checkPort(question);
      }
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
      return { host, port, addresses: answers.map((answer) => checkAddress(question, answer)) };
    },
    admitUnresolved(raw, port, allow) {
      const question = parseTarget(raw, port, allow);
      const { host, kind } = question.target;
      if (kind === 'address') checkAddress(question, host);
      else if (!question.nameAllowed) {
        if (isLocalName(host)) deny(question, 'is a name of the local network');
        checkPort(question);
      }
      return { host, port, addresses: [] };
    },
  };
}
