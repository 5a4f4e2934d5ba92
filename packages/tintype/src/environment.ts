import { delimiter } from 'node:path';

/** What the environment says. Explicit options win over it. */
export interface Environment {
  /** TINTYPE_CHROME_PATH: the browser to use. */
  chromePath?: string;
  /** TINTYPE_CACHE_DIR: where browsers and fonts are kept. */
  cacheDir?: string;
  /** TINTYPE_EGRESS_ALLOW: private hosts that pages may reach, comma-separated. */
  egressAllow: readonly string[];
  /** TINTYPE_NO_SANDBOX: run the browser without its sandbox. */
  noSandbox: boolean;
  /** TINTYPE_BLOCK_LISTS: filter lists (files or folders), separated as in PATH. */
  blockLists: readonly string[];
  /** All variables, for what looks up `PATH` or the user's folders. */
  variables: Readonly<Record<string, string | undefined>>;
}

const NO = new Set(['', '0', 'false', 'no', 'off']);

/**
 * Reads the variables that Tintype knows. The only place that looks at `process.env`.
 *
 * @example readEnvironment({ TINTYPE_EGRESS_ALLOW: 'localhost,10.0.0.0/8' }).egressAllow
 */
export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): Environment {
  const chromePath = variables['TINTYPE_CHROME_PATH'];
  const cacheDir = variables['TINTYPE_CACHE_DIR'];
  const noSandbox = (variables['TINTYPE_NO_SANDBOX'] ?? '').trim().toLowerCase();
  return {
    ...(chromePath ? { chromePath } : {}),
    ...(cacheDir ? { cacheDir } : {}),
    egressAllow: splitList(variables['TINTYPE_EGRESS_ALLOW'] ?? ''),
    noSandbox: !NO.has(noSandbox),
    blockLists: (variables['TINTYPE_BLOCK_LISTS'] ?? '').split(delimiter).filter(Boolean),
    variables,
  };
}

/** Splits a comma-separated list, dropping what is empty. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
