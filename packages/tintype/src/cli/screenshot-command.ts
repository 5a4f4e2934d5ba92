import type { CliContext } from './cli-context.ts';
import { startWhenPlain } from './plain-start.ts';

/** `tintype screenshot`. */
export async function screenshotCommand(
  args: readonly string[],
  context: CliContext,
): Promise<number> {
  const running = await startWhenPlain(args, context);
  try {
    // Loaded while the browser starts.
    const { runScreenshots } = await import('./run-screenshots.ts');
    return await runScreenshots(args, context, running);
  } finally {
    await running?.source.stop();
  }
}
