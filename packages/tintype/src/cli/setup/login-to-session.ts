import type { CliContext } from '../cli-context.ts';
import { browserOptions } from '../flags/browser-options.ts';
import type { ParsedFlags } from '../flags/parse-flags.ts';
import { engineOptions } from '../render/plain-start.ts';
import { readParameterFiles } from '../render/read-input.ts';
import { readReach } from '../render/render-plan.ts';
import type { Target } from '../render/target.ts';

/** A login whose state is stored as a session. */
export interface SessionLoginPlan {
  name: string;
  target: Extract<Target, { from: 'url' }>;
  /** Logs in by hand, without `--steps`; undefined if that was cancelled. */
  stateByHand(): Promise<string | undefined>;
}

/** Logs in, and stores the session with its steps. Returns false if the login was cancelled. */
export async function loginToSession(
  { name, target, stateByHand }: SessionLoginPlan,
  parsed: ParsedFlags,
  { environment, signal }: CliContext,
): Promise<boolean> {
  const { composeRenderer } = await import('../../composition-root.ts');
  const renderer = composeRenderer(engineOptions(browserOptions(parsed), 1, 1), environment);
  try {
    const session = renderer.session({ name });
    const files: Record<string, unknown> = {
      steps: parsed.last('steps'),
      secrets: parsed.last('secrets'),
    };
    if (files['steps'] === undefined) {
      const state = await stateByHand();
      if (state === undefined) return false;
      await session.restore(state);
      return true;
    }
    await readParameterFiles(files);
    const { steps, secrets } = files as { steps: string; secrets?: string };
    const allow = [...(await readReach(parsed, environment)), ...target.allow];
    await session.login(
      { url: target.url, steps, ...(secrets !== undefined && { secrets }) },
      { signal, allow },
    );
    return true;
  } finally {
    await renderer.stop();
  }
}
