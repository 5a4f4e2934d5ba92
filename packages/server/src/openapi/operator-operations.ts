import { jsonContent, ref, type Json } from '../route/json-parts.ts';
import { describe } from '../route/define-route.ts';
import { headersOf } from '../route/response-headers.ts';

/** Paths for the operator of the service. */
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
      summary: 'Whether renders work',
      content: state,
    },
    'public',
  );
  const unready = {
    description: 'They do not, or the service is ending.',
    headers: headersOf(['requestId', 'retryAfter']),
    content: state,
  };
  const metrics = describe(
    {
      ...probe,
      id: 'metrics',
      summary: 'Figures in the form of Prometheus',
      description: 'The figures.',
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
          summary: 'Whether the process is alive',
          content: jsonContent(alive),
        },
        'public',
      ),
    },
    '/ready': { get: { ...ready, responses: { ...(ready['responses'] as Json), 503: unready } } },
    '/metrics': { get: { ...metrics, security: [{}, { MetricsToken: [] }] } },
  };
}
