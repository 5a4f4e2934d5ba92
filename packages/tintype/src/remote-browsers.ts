import type { Environment } from './environment.ts';
import type { RendererOptions } from './renderer-options.ts';

/**
 * The remote browsers of the options, else those of the environment, where no other browser is
 * named; undefined for one that is started here.
 */
export function remoteBrowsers(
  { browsers, chrome }: RendererOptions,
  environment: Environment,
): readonly string[] | undefined {
  if (browsers) return browsers;
  const isNamed = chrome?.executablePath !== undefined;
  return environment.browsers.length === 0 || isNamed ? undefined : environment.browsers;
}
