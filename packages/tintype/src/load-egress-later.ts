import type { Egress, EgressOptions } from '@tintype/egress';

/**
 * Returns an egress proxy that is loaded and created for the first page. After a failure, the next
 * page tries again.
 */
export function loadEgressLater(options: () => EgressOptions): Egress {
  let loaded: Promise<Egress> | undefined;
  const start = async () => {
    try {
      const { createEgress } = await import('@tintype/egress');
      return createEgress(options());
    } catch (error) {
      loaded = undefined;
      throw error;
    }
  };
  const load = () => (loaded ??= start());
  return {
    open: async (client) => (await load()).open(client),
    check: async (target, allow, scope) => (await load()).check(target, allow, scope),
    dial: async (target, dialOptions) => (await load()).dial(target, dialOptions),
    request: async (url, request) => (await load()).request(url, request),
    close: async () => (await loaded)?.close(),
  };
}
