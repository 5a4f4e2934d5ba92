import type { RendererOptions } from '../../renderer-options.ts';
import { splitText } from '../../from-text.ts';
import type { ParsedFlags } from './parse-flags.ts';

/** Reads `--chrome-path`, `--no-sandbox` and `--browsers`. The environment provides defaults. */
export function browserOptions({ entries }: ParsedFlags): RendererOptions {
  const last = (name: string) => entries.findLast(({ flag }) => flag.name === name)?.value;
  const executablePath = last('chrome-path');
  const sandbox = last('sandbox');
  const browsers = entries
    .filter(({ flag }) => flag.name === 'browsers')
    .flatMap(({ value }) => splitText(value, ','));
  return {
    ...(browsers.length === 0 ? {} : { browsers }),
    chrome: {
      ...(executablePath === undefined ? {} : { executablePath }),
      ...(sandbox === undefined ? {} : { sandbox: sandbox === 'false' ? 'off' : 'required' }),
    },
  };
}
