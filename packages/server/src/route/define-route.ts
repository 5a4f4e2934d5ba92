import type { ErrorCode } from '@tintype/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Running } from '../options/running.ts';
import type { ServerOptions } from '../options/server-options.ts';
import { sendJson } from '../reply/send-json.ts';
import { accountErrors, errorResponses } from './error-responses.ts';
import { jsonContent, ref, type Json } from './json-parts.ts';
import { accountHeaders, headersOf } from './response-headers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served while the server drains, without a key. */
    duringDrain?: boolean;
    access?: Access;
    bearerKey?: boolean;
    renders?: boolean;
    changes?: boolean;
  }
}

/** Required credentials: an access key or session of an account, those of an operator, or none. */
export type Access = 'account' | 'operator' | 'public';

/** Third argument of the handler of a route. */
export interface RouteContext extends ServerOptions {
  running: Running;
}

/** Description of an operation in the OpenAPI document. */
export interface Operation {
  id: string;
  tag: string;
  summary: string;
  /** Error codes besides those of every route with the same access. */
  errors?: readonly ErrorCode[];
  /** Parameters in the query string and in headers. */
  parameters?: readonly Json[];
  /** Name of the schema of the body, or the body itself. */
  body?: string | Json;
  /** Default 200. */
  status?: number;
  /** Description of the response. Default `Done.` */
  description?: string;
  /** Content of the response, or the name of the schema of its JSON. */
  content?: string | Json;
  headers?: Json;
  /** Other responses that are not errors. */
  responses?: Json;
  /** Default: what `access` requires. */
  security?: readonly Json[];
  /** Served while the service drains, too. */
  duringDrain?: boolean;
}

/** One declaration: the Fastify route, the access rules and the OpenAPI operation. */
export interface Route {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  /** As Fastify writes it: `/v1/tasks/:id`. */
  path: string;
  access: Access;
  /** Also accepts the key as `Authorization: Bearer`, for clients with no other header. */
  bearerKey?: boolean;
  /** Counts against the account's rate even when read by the console. Default false. */
  renders?: boolean;
  /** Recorded in the audit list if an operator calls it. Default: unless the method is a read. */
  changes?: boolean;
  /** Parameters of the path, declared once per path. */
  params?: readonly Json[];
  /** The operation, or a function for one that is a projection of a kind. */
  operation: Operation | (() => Json);
  /** Returns the JSON of a response with the operation's status, or sends another one itself. */
  handle(
    request: FastifyRequest,
    reply: FastifyReply,
    context: RouteContext,
  ): Promise<object | undefined | void>;
}

/** A route without what its group declares. */
type GroupedRoute = Omit<Route, 'access' | 'operation'> & { operation: Omit<Operation, 'tag'> };

/** Declares routes with the same access and tag. */
export function declareRoutes(
  access: Access,
  tag: string,
  routes: readonly GroupedRoute[],
): readonly Route[] {
  return routes.map((route) => ({ ...route, access, operation: { ...route.operation, tag } }));
}

/** Registers routes; their hooks are those of `app`. */
export function addRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  context: RouteContext,
): void {
  for (const route of routes) {
    const { method, path: url, access, bearerKey, renders, operation } = route;
    const { status = 200 } = typeof operation === 'function' ? {} : operation;
    const hasOwnHead = routes.some((other) => other.method === 'HEAD' && other.path === url);
    app.route({
      method,
      url,
      ...(hasOwnHead && { exposeHeadRoute: false }),
      config: {
        access,
        changes: route.changes ?? !['GET', 'HEAD'].includes(method),
        ...(bearerKey && { bearerKey }),
        ...(renders && { renders }),
      },
      handler: async (request, reply) => {
        const value = await route.handle(request, reply, context);
        if (reply.sent) return reply;
        return value === undefined ? reply.code(status).send() : sendJson(reply, status, value);
      },
    });
  }
}

export function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}

/** `paths` of the OpenAPI document. */
export function pathsOf(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const { method, path, params, access, bearerKey = false, operation } of routes) {
    const item = (paths[path.replaceAll(/:(\w+)/g, '{$1}')] ??= {});
    if (params) item['parameters'] = params;
    item[method.toLowerCase()] =
      typeof operation === 'function' ? operation() : describe(operation, access, bearerKey);
  }
  return paths;
}

const securityOf = (access: Access, bearerKey: boolean): readonly Json[] | undefined => {
  if (access === 'public') return [];
  if (access === 'operator') return [{ OperatorToken: [] }];
  return bearerKey ? [{ AccessKey: [] }, { BearerKey: [] }] : undefined;
};

const errorsOf: Readonly<Record<Access, readonly ErrorCode[]>> = {
  public: [],
  operator: ['unauthorized', 'rate_limited', 'storage_failed'],
  account: accountErrors,
};

/** The operation of a route that is no render. */
export function describe(given: Operation, access: Access, bearerKey = false): Json {
  const { id, tag, summary, parameters, body, errors = [] } = given;
  const { status = 200, description = 'Done.', content, headers } = given;
  const codes = [...errorsOf[access], ...errors];
  const { security = securityOf(access, bearerKey) } = given;
  const schema = typeof body === 'string' ? ref('schemas', body) : body;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(security && { security }),
    ...(parameters && { parameters }),
    ...(schema && { requestBody: { required: true, content: jsonContent(schema) } }),
    responses: {
      [status]: {
        description,
        headers: {
          ...headersOf(access === 'account' ? accountHeaders : ['requestId']),
          ...headers,
        },
        ...(content && {
          content: typeof content === 'string' ? jsonContent(ref('schemas', content)) : content,
        }),
      },
      ...given.responses,
      ...(given.duringDrain ? errorResponses(codes, []) : errorResponses(codes)),
    },
  };
}
