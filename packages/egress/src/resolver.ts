import { promises as dns, Resolver, type RecordWithTtl } from 'node:dns';
import { createAnswerCache } from './answer-cache.ts';
import type { Resolve } from './gate.ts';
import { isLocalName } from './parse-host.ts';

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
 * @param servers Name servers to ask in place of the system's: `address` or `address:port`.
 */
export function createResolver(servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: perTryMs, tries });
  if (servers) resolver.setServers(servers);
  const inTurn = createTurns(systemLookups);
  const cache = createAnswerCache();

  const query = (method: 'resolve4' | 'resolve6', host: string) =>
    new Promise<RecordWithTtl[]>((resolve, reject) =>
      resolver[method](host, { ttl: true }, (error, found) =>
        error ? reject(error) : resolve(found),
      ),
    );
  const system = (host: string) =>
    inTurn(async () => (await dns.lookup(host, { all: true })).map(({ address }) => address));

  async function ask(host: string): Promise<readonly string[]> {
    const [four, six] = await Promise.allSettled([
      query('resolve4', host),
      query('resolve6', host),
    ]);
    const found = [four, six].flatMap((answer) =>
      answer.status === 'fulfilled' ? answer.value : [],
    );
    if (found.length > 0) {
      const addresses = found.map(({ address }) => address);
      cache.put(host, addresses, Math.min(...found.map(({ ttl }) => ttl)));
      return addresses;
    }
    const error: unknown = four.status === 'rejected' ? four.reason : undefined;
    if (!mayBeKnownToSystem(error)) throw error;
    return system(host);
  }

  return async (host, isAllowed = false) => {
    // RFC 6761: these names mean this machine, whatever a DNS server says.
    if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1'];
    if (isAllowed || isLocalName(host)) return system(host);
    return cache.get(host) ?? ask(host);
  };
}
