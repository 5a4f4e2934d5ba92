import type { Socket } from 'node:net';
import { RenderError } from '@tintype/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerBare } from '../reply/client-error.ts';
import { hostProblem } from './host-problem.ts';

/** Answers protocol errors with a body: bad host (RFC 9112, 3.2), bad `Expect`, CONNECT. */
export function checkProtocol(app: FastifyInstance, headerPrefix?: string): void {
  const { server } = app;
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => {
    // Node listens to it no longer: a connection that is reset would end the process.
    socket.on('error', () => socket.destroy());
    const message = 'This is no proxy: CONNECT is not taken.';
    answerBare(new RenderError('method_not_allowed', message), socket as Socket, headerPrefix);
  });
  app.addHook('onRequest', (request, reply, done) => {
    const problem = hostProblem(request) ?? expectationProblem(request);
    if (problem === undefined) return done();
    reply.header('connection', 'close');
    done(problem);
  });
}

function expectationProblem({ raw }: FastifyRequest): RenderError | undefined {
  const { expect = '100-continue' } = raw.headers;
  return expect.toLowerCase() === '100-continue'
    ? undefined
    : new RenderError('expectation_failed');
}
