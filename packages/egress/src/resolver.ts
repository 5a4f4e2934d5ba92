import { promises as dns, Resolver } from 'node:dns';
import { isLocalName } from './parse-host.ts';
import type { Resolve } from './gate.ts';

const perTryMs = 2_500;
const tries = 2;
// getaddrinfo blocks one of the four threads that file access shares; a page with many slow names must not take them all.
const systemLookups = 2;

function mayBeKnownToSystem(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOTFOUND' || code === 'ENODATA' || code === 'ECONNREFUSED';
}

function createTurns(places: number): <T>(job: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = places;
  return async (job) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await job();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/**
 * Asks the system's DNS servers about ordinary names, without search domains. The system's own lookup (hosts file, mDNS,
 * search domains) is for names that an allow list names, and for those that DNS does not know.
 */
export function createResolver(): Resolve {
  const resolver = new Resolver({ timeout: perTryMs, tries });
  const inTurn = createTurns(systemLookups);
  const query = (method: 'resolve4' | 'resolve6', host: string) =>
    new Promise<string[]>((resolve, reject) =>
      resolver[method](host, (error, addresses) => (error ? reject(error) : resolve(addresses))),
    );
  const system = (host: string) =>
    inTurn(async () => (await dns.lookup(host, { all: true })).map(({ address }) => address));

  return async (host, isAllowed = false) => {
    // RFC 6761: these names mean this machine, whatever a DNS server says.
    if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1'];
    if (isAllowed || isLocalName(host)) return system(host);
    const [four, six] = await Promise.allSettled([
      query('resolve4', host),
      query('resolve6', host),
    ]);
    const found = [four, six].flatMap((answer) =>
      answer.status === 'fulfilled' ? answer.value : [],
    );
    if (found.length > 0) return found;
    const error: unknown = four.status === 'rejected' ? four.reason : undefined;
    if (!mayBeKnownToSystem(error)) throw error;
    return system(host);
  };
}
