import type { Socket } from 'node:net';
import { RenderError } from '@tintype/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerBare } from '../reply/client-error.ts';

/** Answers protocol errors with a body: bad host (RFC 9112, 3.2), bad `Expect`, CONNECT. */
export function checkProtocol(app: FastifyInstance, headerPrefix?: string): void {
  const { server } = app;
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => {
    // Node no longer listens: an error of the connection would end the process.
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

/** Syntax of an authority without user info in RFC 3986. Empty is allowed. */
const authority = /^(?:\[[0-9a-f:.%]*\]|[\w.~!$&'()*+,;=%-]*)(?::[0-9]*)?$/i;

/** Rejects no, several or invalid hosts: proxies read them differently (RFC 9112, 3.2). */
export function hostProblem({ raw }: FastifyRequest): RenderError | undefined {
  const { rawHeaders, httpVersion } = raw;
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  if (count > 1) {
    return new RenderError('invalid_request', `Host must be given once; got it ${count} times.`);
  }
  if (count === 0 && httpVersion === '1.1') {
    return new RenderError('invalid_request', 'A request of HTTP/1.1 must have the header Host.');
  }
  if (!authority.test(raw.headers.host ?? '')) {
    return new RenderError('invalid_request', 'Host is not the name or address of a host.');
  }
  return undefined;
}
