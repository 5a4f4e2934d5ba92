import type { CliContext } from '../cli-context.ts';
import type { ParsedFlags } from '../flags/parse-flags.ts';
import type { Target } from '../render/target.ts';
import { readStepsLogin, withRenderer } from './login-by-steps.ts';

/** A login whose state is stored as a session. */
export interface SessionLoginPlan {
  name: string;
  target: Extract<Target, { from: 'url' }>;
  /** Logs in by hand, without `--steps`; undefined if that was cancelled. */
  stateByHand(): Promise<string | undefined>;
}

/**
 * Logs in, and stores the session with its steps.
 * @returns the warnings of the login, or undefined if it was cancelled
 */
export async function loginToSession(
  { name, target, stateByHand }: SessionLoginPlan,
  parsed: ParsedFlags,
  context: CliContext,
): Promise<readonly string[] | undefined> {
  return withRenderer(parsed, context, async (renderer) => {
    const session = renderer.session({ name });
    if (parsed.last('steps') === undefined) {
      const state = await stateByHand();
      if (state === undefined) return undefined;
      await session.restore(state);
      return [];
    }
    const { login, options } = await readStepsLogin(target, parsed, context);
    return (await session.login(login, options)).warnings;
  });
}
