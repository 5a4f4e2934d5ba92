import { jsonContent, type Json } from '../route/json-parts.ts';
import { operation } from '../route/define-route.ts';

const message = { type: 'object', description: 'A message of JSON-RPC 2.0.' };

/** Tools for agents, where the service has them. */
export function agentPaths(): Json {
  const post = operation({
    id: 'callTools',
    tag: 'Agents',
    summary: 'Tools for agents (Model Context Protocol, streamable HTTP)',
    description: 'The answer, as JSON or as a stream of events.',
    content: {
      ...jsonContent(message),
      'text/event-stream': { schema: { type: 'string' } },
    },
    errors: ['invalid_request', 'payload_too_large', 'queue_full'],
  });
  return {
    '/mcp': {
      post: {
        ...post,
        security: [{ AccessKey: [] }, { BearerKey: [] }],
        requestBody: { required: true, content: jsonContent(message) },
        responses: {
          202: { description: 'A notification was taken.' },
          403: { description: 'A page of an origin that is not allowed asks.' },
          ...(post['responses'] as Json),
        },
      },
    },
  };
}
