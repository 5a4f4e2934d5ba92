import type { FastifyInstance } from 'fastify';

/** Routes and hooks beside the API: logs, metrics, health, the description of the API. */
export type ServerPart = (app: FastifyInstance) => void | Promise<void>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered while the server drains, and without a key. */
    duringDrain?: boolean;
    /**
     * The key can also come as `Authorization: Bearer`, the only header that some clients let their
     * users fill in.
     */
    bearerKey?: boolean;
  }
}
