import cors from '@fastify/cors';
import {
  accessKeyHeader,
  defaultHeaderPrefix,
  headerPrefixHeader,
  headerTable,
  idempotencyKeyHeader,
  withHeaderPrefix,
} from '@tintype/contract/headers';
import type { FastifyInstance } from 'fastify';
import { comparisonHeader } from './routes/comparison-route.ts';

/** Time that browsers cache a preflight response, in seconds: Chromium's maximum. */
const maxAgeS = 7200;

/** Headers that clients of the Model Context Protocol send. */
const agentHeaders = ['Authorization', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'];

/** Lets pages of these origins use the API; `*` lets any. */
export function allowOrigins(
  app: FastifyInstance,
  origins: readonly string[],
  headerPrefix = defaultHeaderPrefix,
): void {
  if (origins.length === 0) return;
  void app.register(cors, {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'POST', 'PATCH', 'DELETE'],
    allowedHeaders: ['Content-Type', accessKeyHeader, idempotencyKeyHeader, ...agentHeaders],
    exposedHeaders: [
      ...Object.values(headerTable).map(({ name }) => name),
      'Location',
      'Link',
      comparisonHeader,
      headerPrefixHeader,
    ].map((name) => withHeaderPrefix(name, headerPrefix)),
    maxAge: maxAgeS,
  });
}
