import { readFile } from 'node:fs/promises';
import { errorHint } from '@tintype/contract';
import type { Renderer } from '@tintype/core';
import type { Results } from './results/create-results.ts';
import { createTexts } from './results/texts.ts';
import { compareInThread } from './tools/compare-in-thread.ts';
import { createCallLimiter } from './tools/create-call-limiter.ts';
import type { ToolParts } from './tools/tool.ts';

/** Dependencies of tools on this machine. */
export interface LocalParts {
  renderer: Pick<Renderer, 'render'>;
  results: Results;
  /** Hosts that pages may reach although they are not public. */
  allow?: readonly string[];
}

/** Limit of a comparison, which then needs about 600 MB. */
const maxPixels = 50_000_000;

const deniedHint =
  'Pages reach public addresses only. A person can start the server with --allow HOST to let them reach this one.';

/** Creates the parts of tools that use an engine of this process. */
export function localParts({ renderer, results, allow }: LocalParts): ToolParts {
  const limiter = createCallLimiter({ running: 1, perOwner: 20, total: 20 });
  return {
    render: (request, options) => renderer.render(request, { ...options, ...(allow && { allow }) }),
    keep: (stem, { extension, mediaType, body }) => results.add(stem, extension, mediaType, body),
    async find(reference) {
      const kept = results.find(reference);
      return kept && { kept, read: () => readFile(kept.file) };
    },
    compare: (before, after, signal) =>
      limiter(
        '',
        async () => {
          const job = { before: await before.read(), after: await after.read(), maxPixels };
          return compareInThread(job, signal);
        },
        signal,
      ),
    texts: createTexts(),
    hintFor: (code) => (code === 'target_denied' ? deniedHint : errorHint(code, 'library')),
  };
}
