import {
  createServiceTurns,
  serviceParts,
  type ServiceParts,
  type ServiceTurns,
  type ToolCaller,
} from './service-parts.ts';
import type { AccountTasks } from './tasks-tool.ts';

/** One request to the tools of a service, its key checked. */
export interface AgentCall extends ToolCaller {
  /** Headers and address. */
  request: Request;
  /** Its JSON, read. */
  body: unknown;
  tasks: AccountTasks;
}

/** Answers requests of the streamable HTTP transport. */
export type AnswerAgent = (call: AgentCall) => Promise<Response>;

/**
 * Makes what answers agents over HTTP. It keeps nothing between two requests: there are no
 * sessions, so that any instance of a service answers any of them, and nothing can be left open.
 *
 * @example
 * const answerAgent = createAnswerAgent({ store, jobs, version: '1.0.0', onWarning }); const
 * response = await answerAgent({ request, body, account, baseUrl, signal, tasks });
 */
export function createAnswerAgent({
  version,
  onWarning,
  turns = createServiceTurns(),
  ...service
}: ServiceParts & {
  /** Shared with other users of image comparison. Default: its own. */
  turns?: ServiceTurns;
  version: string;
  onWarning?: (message: string, cause: unknown) => void;
}): AnswerAgent {
  return async ({ request, body, tasks, ...caller }) => {
    const parts = serviceParts(service, caller, turns);
    // A service that no agent calls does not load the protocol.
    const [{ createMcpHandler }, { createToolServer }, { addTasksTool }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('../create-tool-server.ts'),
      import('./tasks-tool.ts'),
    ]);
    const handler = createMcpHandler(
      () => {
        const server = createToolServer(parts, version);
        addTasksTool(server, parts, tasks);
        return server;
      },
      // There are no changes to notify of.
      {
        maxSubscriptions: 0,
        onerror: (error) => onWarning?.('an agent asked for what is not there', error),
      },
    );
    return handler.fetch(request, { parsedBody: body });
  };
}
