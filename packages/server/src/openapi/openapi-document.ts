import { builtInKinds, type KindSet } from '@tintype/contract';
import { accessKeyHeader, defaultHeaderPrefix } from '@tintype/contract/headers';
import { createLazy } from '@tintype/core';
import { allRoutes } from '../routes/all-routes.ts';
import { pathsOf } from '../route/define-route.ts';
import type { Json } from '../route/json-parts.ts';
import { operatorPaths } from './operator-operations.ts';
import { webhookPaths } from './webhook-operations.ts';
import { headerComponents } from '../route/response-headers.ts';
import { schemas } from './schemas.ts';
import type { ServerPart } from '../options/server-options.ts';

/** Options of the description of one service. */
export interface OpenApiOptions {
  version: string;
  /** URL for clients; default: the origin of the description. */
  baseUrl?: string;
  /** Default: the built-in kinds. */
  kinds?: KindSet;
  /** Prefix of Tintype's own headers. Default `X-Tintype`. */
  headerPrefix?: string;
}

/**
 * Describes the HTTP interface as OpenAPI 3.1, from the declarations that the server uses.
 * @example
 * JSON.stringify(openApiDocument({ version: '1.0.0' }));
 */
export function openApiDocument(options: OpenApiOptions): Json {
  const { headerPrefix = defaultHeaderPrefix } = options;
  const described = describeApi(options);
  if (headerPrefix === defaultHeaderPrefix) return described;
  // Names of headers are in keys, references and sentences.
  return JSON.parse(
    JSON.stringify(described).replaceAll(`${defaultHeaderPrefix}-`, `${headerPrefix}-`),
  ) as Json;
}

function describeApi({ version, baseUrl = '/', kinds = builtInKinds }: OpenApiOptions): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tintype',
      version,
      summary: 'Web pages as images, videos, PDFs and text.',
      description: about,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    security: [{ AccessKey: [] }, { AccessKeyInQuery: [] }],
    tags: [
      { name: 'Renders', description: 'GET with a query string, or POST with JSON.' },
      { name: 'Requests', description: 'Async requests and their results.' },
      { name: 'Tasks', description: 'Scheduled renders.' },
      { name: 'Monitors', description: 'Tasks that report changes of a page.' },
      {
        name: 'Sessions',
        description: 'Cookies and local storage that renders share: log in once.',
      },
      {
        name: 'Agents',
        description: 'Tools over the Model Context Protocol, if the service has them.',
      },
      { name: 'Account' },
      { name: 'Operation', description: 'For operators of the service.' },
      { name: 'Webhooks', description: 'Requests that the service sends.' },
    ],
    paths: {
      ...pathsOf(allRoutes(kinds)),
      ...operatorPaths(),
    },
    webhooks: webhookPaths(),
    components: {
      schemas: schemas(kinds),
      headers: headerComponents(),
      securitySchemes: {
        AccessKey: { type: 'apiKey', in: 'header', name: accessKeyHeader },
        AccessKeyInQuery: {
          type: 'apiKey',
          in: 'query',
          name: 'access_key',
          description: 'For GET and DELETE. POST and PATCH also accept it in the body.',
        },
        BearerKey: { type: 'http', scheme: 'bearer', description: 'The access key, for /mcp.' },
        MetricsToken: { type: 'http', scheme: 'bearer' },
        OperatorToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'Output of `tintype console token`.',
        },
      },
    },
  };
}

const about = `Send the access key of the account in the header \`${accessKeyHeader}\`.

- JSON values have the documented types; \`null\` equals an absent parameter. In query strings lists are written \`k=a&k=b\` or \`k=a,b\`.
- Parameters of another operation, and of trackers (\`utm_source\`, \`gclid\`), are ignored, and listed in \`X-Tintype-Ignored\`. Other unknown parameters are rejected.
- HEAD is supported wherever GET is.
- Every response has \`X-Tintype-Request-Id\`. Errors have the same body, with a \`code\` that does not change.`;

/** `GET /openapi.json`: the description of the API, for any origin, without a key. */
export function openApiRoute(options: OpenApiOptions): ServerPart {
  const text = createLazy(async () => JSON.stringify(openApiDocument(options)));
  return (app) => {
    app.get('/openapi.json', async (_request, reply) =>
      reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('access-control-allow-origin', '*')
        .send(await text.get()),
    );
  };
}
