import type { AnswerAgent } from '@tintype/jobs';
import {
  createServiceLimiters,
  serviceParts,
  type ServiceLimiters,
  type ServiceParts,
} from './service-parts.ts';

/** Creates an {@link AnswerAgent}. It has no sessions: any instance answers any request. */
export function createAnswerAgent({
  version,
  onWarning,
  limiters = createServiceLimiters(),
  ...service
}: ServiceParts & {
  /** Shared with other users of image comparison. Default: its own. */
  limiters?: ServiceLimiters;
  version: string;
  onWarning?: (message: string, cause: unknown) => void;
}): AnswerAgent {
  return async ({ request, body, ...caller }) => {
    const parts = serviceParts(service, caller, limiters);
    // A service that no agent calls does not load the protocol.
    const [{ createMcpHandler }, { createToolServer }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('../tools/tools.ts'),
    ]);
    const handler = createMcpHandler(() => createToolServer(parts, version), {
      // There are no changes to notify of.
      maxSubscriptions: 0,
      onerror: (error) => onWarning?.('a request of an agent failed', error),
    });
    return handler.fetch(request, { parsedBody: body });
  };
}
