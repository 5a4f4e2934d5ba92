import type { Command } from '../cli-context.ts';
import { withPlugins } from './named-plugins.ts';
import { startWhenPlain } from './plain-start.ts';
import type { CommandKind } from './command-kind.ts';

export function createRenderCommand(wanted: CommandKind): Command {
  return async (args, context) => {
    const command = await withPlugins(wanted, args, context);
    const running = await startWhenPlain(command, args, context);
    try {
      // Loaded while the browser starts.
      const { runRenders } = await import('./run-renders.ts');
      return await runRenders(command, args, context, running);
    } finally {
      await running?.source.stop();
    }
  };
}
