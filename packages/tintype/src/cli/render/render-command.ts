import type { Command } from '../cli-context.ts';
import { startWhenPlain } from './plain-start.ts';
import type { Product } from './product.ts';

/** A command that renders pages: `tintype screenshot`, `tintype screencast`, `tintype pdf`, `tintype scrape`. */
export function createRenderCommand(product: Product): Command {
  return async (args, context) => {
    const running = await startWhenPlain(product, args, context);
    try {
      // Loaded while the browser starts.
      const { runRenders } = await import('./run-renders.ts');
      return await runRenders(product, args, context, running);
    } finally {
      await running?.source.stop();
    }
  };
}
