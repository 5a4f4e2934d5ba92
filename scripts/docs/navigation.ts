/**
 * The pages of the site, in the order in which they are listed; `README.md` is the start page. What
 * is not named here is listed at the end.
 */
export const navigation: readonly { title: string; pages: readonly string[] }[] = [
  {
    title: 'Start',
    pages: [
      'README',
      'which-one',
      'recipes',
      'cli',
      'library',
      'coming-from',
      'agents',
      'troubleshooting',
    ],
  },
  {
    title: 'Kinds',
    pages: [
      'screencast',
      'pdf',
      'scrape',
      'archives',
      'captures',
      'comparison',
      'visual-tests',
      'open-pages',
      'kinds',
    ],
  },
  {
    title: 'Pages',
    pages: [
      'waiting',
      'steps',
      'sessions',
      'selectors',
      'blocking',
      'metadata',
      'receipt',
      'traces',
      'egress',
    ],
  },
  {
    title: 'Service',
    pages: [
      'service',
      'http',
      'client',
      'accounts',
      'signing',
      'async',
      'batches',
      'tasks',
      'monitors',
      'webhooks',
      'caching',
      'monitoring',
      'security',
      'restoring',
      'console',
      'scaling',
      'scaling-figures',
      's3',
      'kubernetes',
    ],
  },
  {
    title: 'Reference',
    pages: ['parameters', 'errors', 'api', 'api-client', 'configuration', 'browsers', 'encoders'],
  },
  {
    title: 'Project',
    pages: [
      'benchmarks',
      'benchmark-report',
      'bundlers',
      'installing',
      'releasing',
      'licences',
      'architecture',
      'architecture-engine',
      'architecture-service',
    ],
  },
];
