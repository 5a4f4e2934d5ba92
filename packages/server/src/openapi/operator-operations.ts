import { errorResponses } from './error-responses.ts';
import { jsonContent, ref, type Json } from './json-parts.ts';
import { operation } from './operation.ts';
import { headersOf } from './response-headers.ts';

/** What is there for whoever runs the service. */
export function operatorPaths(): Json {
  const probe = { tag: 'Operation', isPublic: true } as const;
  // Probes are answered while the service ends, too.
  const responses = errorResponses([], []);
  const ready = operation({
    ...probe,
    id: 'ready',
    summary: 'Whether renders work',
    content: jsonContent(ref('schemas', 'Readiness')),
  });
  return {
    '/health': {
      get: {
        ...operation({
          ...probe,
          id: 'health',
          summary: 'Whether the process is alive',
        }),
        responses: {
          200: {
            description: 'It is.',
            content: jsonContent({
              type: 'object',
              required: ['status'],
              properties: { status: { const: 'ok' } },
            }),
          },
          ...responses,
        },
      },
    },
    '/ready': {
      get: {
        ...ready,
        responses: {
          ...(ready['responses'] as Json),
          503: {
            description: 'They do not, or the service is ending.',
            headers: headersOf(['requestId', 'retryAfter']),
            content: jsonContent(ref('schemas', 'Readiness')),
          },
        },
      },
    },
    '/metrics': {
      get: {
        ...operation({ ...probe, id: 'metrics', summary: 'Figures in the form of Prometheus' }),
        security: [{}, { MetricsToken: [] }],
        responses: {
          200: {
            description: 'The figures.',
            content: { 'text/plain': { schema: { type: 'string' } } },
          },
          ...errorResponses(['not_found'], []),
        },
      },
    },
  };
}
