/** The values of `block_annoyance` that name hosts. */
export type HostCategory = 'ads' | 'tracking';

export interface HostEntity {
  /** Its operator, for example `Google Analytics`. */
  name: string;
  category: HostCategory | undefined;
}

export interface EntityHosts {
  find(host: string): HostEntity | undefined;
}

/** third-party-web's categories as ours. Pages need the rest: consent, CDN, payment, video. */
const categories: Readonly<Record<string, HostCategory>> = {
  ad: 'ads',
  analytics: 'tracking',
  'tag-manager': 'tracking',
  marketing: 'tracking',
  social: 'tracking',
};

/** Reads the hosts that third-party-web (MIT) knows: some 2,000 companies. */
export async function loadEntityHosts(): Promise<EntityHosts> {
  const { default: data } = await import('third-party-web/nostats-subset.js');
  const exact = new Map<string, HostEntity>();
  const below = new Map<string, HostEntity>();
  for (const { name, category, domains } of data.entities) {
    const entity = { name, category: categories[category] };
    for (const domain of domains) {
      if (domain.startsWith('*.')) below.set(domain.slice(2), entity);
      else exact.set(domain, entity);
    }
  }
  return {
    find(host) {
      const known = exact.get(host);
      if (known) return known;
      for (let name = host; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
        const entity = below.get(name);
        if (entity) return entity;
      }
      return undefined;
    },
  };
}
