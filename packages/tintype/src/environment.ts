import { delimiter } from 'node:path';
import { wrongValue } from '@tintype/contract/light';
import { readSwitch, splitText } from './from-text.ts';
import type { RendererOptions } from './renderer-options.ts';

/** Values of the environment. Explicit options have precedence. */
export interface Environment {
  /** TINTYPE_CHROME_PATH: the browser to use. */
  chromePath?: string;
  /** TINTYPE_BROWSERS: remote browsers, comma-separated. */
  browsers: readonly string[];
  /** TINTYPE_EGRESS_ADDRESS: address at which remote browsers reach the egress proxy. */
  egressAddress?: string;
  /** TINTYPE_CACHE_DIR: folder of browsers and fonts. */
  cacheDir?: string;
  /** TINTYPE_EGRESS_ALLOW: private hosts that pages may reach, comma-separated. */
  egressAllow: readonly string[];
  /** TINTYPE_EGRESS_PROXY_NAMES: send names, not addresses, to the operator's proxies. */
  egressProxyNames: boolean;
  /** TINTYPE_NO_SANDBOX: run the browser without its sandbox. */
  noSandbox: boolean;
  /** TINTYPE_BLOCK_LISTS: filter lists (files or folders), separated as in PATH. */
  blockLists: readonly string[];
  /** TINTYPE_PLUGINS: files of plugins, separated as in PATH. */
  plugins: readonly string[];
  /** All variables, for lookups of `PATH` and the user's folders. */
  variables: Readonly<Record<string, string | undefined>>;
}

/**
 * Reads the variables of Tintype. The only code that accesses `process.env`.
 * @throws TypeError for a TINTYPE_NO_SANDBOX or TINTYPE_EGRESS_PROXY_NAMES that is neither on nor
 * off
 * @example readEnvironment({ TINTYPE_EGRESS_ALLOW: 'localhost,10.0.0.0/8' }).egressAllow
 */
export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): Environment {
  const chromePath = variables['TINTYPE_CHROME_PATH'];
  const cacheDir = variables['TINTYPE_CACHE_DIR'];
  const egressAddress = variables['TINTYPE_EGRESS_ADDRESS'];
  return {
    ...(chromePath ? { chromePath } : {}),
    ...(cacheDir ? { cacheDir } : {}),
    ...(egressAddress ? { egressAddress } : {}),
    browsers: splitText(variables['TINTYPE_BROWSERS'] ?? '', ','),
    egressAllow: splitText(variables['TINTYPE_EGRESS_ALLOW'] ?? '', ','),
    egressProxyNames: readOnOff(
      variables,
      'TINTYPE_EGRESS_PROXY_NAMES',
      'gives proxies names that they resolve',
    ),
    noSandbox: readOnOff(
      variables,
      'TINTYPE_NO_SANDBOX',
      'lets the browser run without its sandbox',
    ),
    blockLists: (variables['TINTYPE_BLOCK_LISTS'] ?? '').split(delimiter).filter(Boolean),
    plugins: (variables['TINTYPE_PLUGINS'] ?? '').split(delimiter).filter(Boolean),
    variables,
  };
}

/** Rejects unknown words: a typing error must not disable a protection. */
function readOnOff(variables: NodeJS.ProcessEnv, name: string, effect: string): boolean {
  const text = variables[name] ?? '';
  if (text.trim() === '') return false;
  const isOn = readSwitch(text);
  if (isOn !== undefined) return isOn;
  const expected = '1, true, yes or on, or 0, false, no or off';
  throw new TypeError(`${wrongValue(name, expected, text)} 1 ${effect}.`);
}

/**
 * Returns the remote browsers of the options, or of the environment unless a local browser is
 * named. Returns undefined if a browser is started locally.
 */
export function remoteBrowsers(
  { browsers, chrome }: RendererOptions,
  environment: Environment,
): readonly string[] | undefined {
  if (browsers) return browsers;
  const isNamed = chrome?.executablePath !== undefined;
  return environment.browsers.length === 0 || isNamed ? undefined : environment.browsers;
}
