import type { Environment } from './environment.ts';
import type { RendererOptions } from './renderer-options.ts';

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
