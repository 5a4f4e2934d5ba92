import { wallNames, type StorageState } from '@tintype/contract';
import { browserOptions } from '../flags/browser-options.ts';
import type { CliContext } from '../cli-context.ts';
import type { ParsedFlags } from '../flags/parse-flags.ts';
import { engineOptions } from '../render/plain-start.ts';
import { readParameterFiles } from '../render/read-input.ts';
import { readReach } from '../render/render-plan.ts';
import type { Target } from '../render/target.ts';

/** Does the steps of `--steps` in a page, and returns its cookies and local storage. */
export async function loginBySteps(
  target: Extract<Target, { from: 'url' }>,
  parsed: ParsedFlags,
  { environment, signal }: CliContext,
  warn: (warning: string) => void,
): Promise<StorageState> {
  const parameters: Record<string, unknown> = { url: target.url };
  for (const name of ['steps', 'secrets']) {
    const value = parsed.last(name);
    if (value !== undefined) parameters[name] = value;
  }
  await readParameterFiles(parameters);
  const allow = await readReach(parsed, environment);
  const { composeRenderer } = await import('../../composition-root.ts');
  const renderer = composeRenderer(engineOptions(browserOptions(parsed), 1, 1), environment);
  try {
    const page = await renderer.open(parameters, {
      signal,
      allow: [...allow, ...target.allow],
    });
    const { receipt, warnings } = await page.capture({ kind: 'screenshot' }, { signal });
    for (const warning of warnings) warn(warning);
    if (receipt.wall) {
      const { kind, evidence } = receipt.wall;
      warn(`After the steps the page shows ${wallNames[kind]}: ${evidence.join(', ')}.`);
    }
    const state = await page.storageState();
    await page.close();
    return state;
  } finally {
    await renderer.stop();
  }
}
