import type { FastifyInstance } from 'fastify';

/** Routes and hooks beside the API: logs, metrics, health, the description of the API. */
export type ServerPart = (app: FastifyInstance) => void | Promise<void>;
