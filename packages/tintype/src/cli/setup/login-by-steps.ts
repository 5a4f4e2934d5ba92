import type { StorageState } from '@tintype/contract';
import type { OpenOptions, Renderer, SessionLoginInput } from '@tintype/core';
import { browserOptions } from '../flags/browser-options.ts';
import type { CliContext } from '../cli-context.ts';
import type { ParsedFlags } from '../flags/parse-flags.ts';
import { engineOptions } from '../render/plain-start.ts';
import { readParameterFiles } from '../render/read-input.ts';
import { readReach } from '../render/render-plan.ts';
import type { Target } from '../render/target.ts';

/** A login by the steps of a command line. */
export interface StepsLogin {
  login: SessionLoginInput;
  options: OpenOptions;
}

/** Calls back with a renderer, which stops afterwards. */
export async function withRenderer<T>(
  parsed: ParsedFlags,
  { environment }: CliContext,
  use: (renderer: Renderer) => Promise<T>,
): Promise<T> {
  const { composeRenderer } = await import('../../composition-root.ts');
  const renderer = composeRenderer(engineOptions(browserOptions(parsed), 1, 1), environment);
  try {
    return await use(renderer);
  } finally {
    await renderer.stop();
  }
}

/** Reads `--steps`, `--secrets` and what the steps may reach. */
export async function readStepsLogin(
  target: Extract<Target, { from: 'url' }>,
  parsed: ParsedFlags,
  { environment, signal }: CliContext,
): Promise<StepsLogin> {
  const files: Record<string, unknown> = {};
  for (const name of ['steps', 'secrets']) {
    const value = parsed.last(name);
    if (value !== undefined) files[name] = value;
  }
  await readParameterFiles(files);
  const allow = [...(await readReach(parsed, environment)), ...target.allow];
  return {
    login: { url: target.url, ...(files as Pick<SessionLoginInput, 'steps' | 'secrets'>) },
    options: { signal, allow },
  };
}

/** Does the steps of `--steps` in a page, and returns its cookies and storage. */
export async function loginBySteps(
  target: Extract<Target, { from: 'url' }>,
  parsed: ParsedFlags,
  context: CliContext,
): Promise<{ state: StorageState; warnings: string[] }> {
  const { login, options } = await readStepsLogin(target, parsed, context);
  const { logIn, readLogin } = await import('@tintype/core');
  const read = readLogin(login);
  return withRenderer(parsed, context, (renderer) => logIn(renderer, read, options));
}
