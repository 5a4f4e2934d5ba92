import type { RendererOptions } from '../../renderer-options.ts';
import type { ParsedFlags } from './parse-flags.ts';

/** What `--chrome-path` and `--no-sandbox` say; the environment says the rest. */
export function browserOptions({ entries }: ParsedFlags): RendererOptions {
  const last = (name: string) => entries.findLast(({ flag }) => flag.name === name)?.value;
  const executablePath = last('chrome-path');
  const sandbox = last('sandbox');
  return {
    chrome: {
      ...(executablePath === undefined ? {} : { executablePath }),
      ...(sandbox === undefined ? {} : { sandbox: sandbox === 'false' ? 'off' : 'required' }),
    },
  };
}
