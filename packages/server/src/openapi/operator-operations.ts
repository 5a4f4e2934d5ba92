import { jsonContent, ref, type Json } from '../route/json-parts.ts';
import { describe } from '../route/define-route.ts';
import { headersOf } from '../route/response-headers.ts';

export function operatorPaths(): Json {
  const probe = { tag: 'Operation', duringDrain: true } as const;
  const state = jsonContent(ref('schemas', 'Readiness'));
  const alive = {
    type: 'object',
    required: ['status'],
    properties: { status: { const: 'ok' } },
  };
  const ready = describe(
    {
      ...probe,
      id: 'ready',
      summary: 'Check that renders work',
      content: state,
    },
    'public',
  );
  const unready = {
    description: 'Renders fail, or the service is shutting down.',
    headers: headersOf(['requestId', 'retryAfter']),
    content: state,
  };
  const metrics = describe(
    {
      ...probe,
      id: 'metrics',
      summary: 'Prometheus metrics',
      description: 'The metrics.',
      content: { 'text/plain': { schema: { type: 'string' } } },
      errors: ['not_found'],
    },
    'public',
  );
  return {
    '/health': {
      get: describe(
        {
          ...probe,
          id: 'health',
          summary: 'Check that the process is alive',
          content: jsonContent(alive),
        },
        'public',
      ),
    },
    '/ready': { get: { ...ready, responses: { ...(ready['responses'] as Json), 503: unready } } },
    '/metrics': { get: { ...metrics, security: [{}, { MetricsToken: [] }] } },
  };
}
