import { splitText } from '../../from-text.ts';
import type { ParsedFlags } from './parse-flags.ts';
import { remoteBrowsers, type Environment } from '../../environment.ts';
import type { RendererOptions } from '../../renderer-options.ts';
import { UsageError } from '../cli-context.ts';

/** Reads `--chrome-path`, `--no-sandbox` and `--browsers`. The environment provides defaults. */
export function browserOptions({ all, last }: ParsedFlags): RendererOptions {
  const executablePath = last('chrome-path');
  const sandbox = last('sandbox');
  const browsers = all('browsers').flatMap((text) => splitText(text, ','));
  return {
    ...(browsers.length === 0 ? {} : { browsers }),
    chrome: {
      ...(executablePath === undefined ? {} : { executablePath }),
      ...(sandbox === undefined ? {} : { sandbox: sandbox === 'false' ? 'off' : 'required' }),
    },
  };
}

/**
 * Validates and returns the addresses of remote browsers; undefined if a browser is started on this
 * machine.
 * @throws UsageError without the addresses, as they may contain secrets
 */
export async function checkBrowsers(
  options: RendererOptions,
  environment: Environment,
): Promise<readonly string[] | undefined> {
  const browsers = remoteBrowsers(options, environment);
  if (browsers === undefined) return undefined;
  if (options.browsers && options.chrome?.executablePath !== undefined) {
    throw new UsageError('--browsers and --chrome-path exclude each other: give one of them.');
  }
  const { readAddresses } = await import('@tintype/chrome/browser-address');
  try {
    readAddresses(browsers);
    return browsers;
  } catch (error) {
    const where = options.browsers ? '--browsers' : 'TINTYPE_BROWSERS';
    throw new UsageError((error as Error).message.replace(/^browsers/, where));
  }
}
