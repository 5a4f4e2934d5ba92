import { jsonContent, ref, type Json } from '../route/json-parts.ts';
import { operation } from '../route/define-route.ts';
import { headersOf } from '../route/response-headers.ts';

/** Paths for the operator of the service. */
export function operatorPaths(): Json {
  const probe = { tag: 'Operation', isPublic: true, duringDrain: true } as const;
  const state = jsonContent(ref('schemas', 'Readiness'));
  const alive = {
    type: 'object',
    required: ['status'],
    properties: { status: { const: 'ok' } },
  };
  const ready = operation({
    ...probe,
    id: 'ready',
    summary: 'Whether renders work',
    content: state,
  });
  const unready = {
    description: 'They do not, or the service is ending.',
    headers: headersOf(['requestId', 'retryAfter']),
    content: state,
  };
  const metrics = operation({
    ...probe,
    id: 'metrics',
    summary: 'Figures in the form of Prometheus',
    description: 'The figures.',
    content: { 'text/plain': { schema: { type: 'string' } } },
    errors: ['not_found'],
  });
  return {
    '/health': {
      get: operation({
        ...probe,
        id: 'health',
        summary: 'Whether the process is alive',
        content: jsonContent(alive),
      }),
    },
    '/ready': { get: { ...ready, responses: { ...(ready['responses'] as Json), 503: unready } } },
    '/metrics': { get: { ...metrics, security: [{}, { MetricsToken: [] }] } },
  };
}
