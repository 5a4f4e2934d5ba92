/**
 * Ways that reach a public server where nothing stands between: without these, what does not reach
 * one shows nothing.
 */
export const controlWays: readonly string[] = [
  'img',
  'host-database',
  'web-socket',
  'shared-worker',
];
