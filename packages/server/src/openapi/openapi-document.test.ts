import { Validator, type SpecData } from '@seriousme/openapi-schema-validator';
import { errorTable, kinds, parameterList } from '@tintype/contract';
import { headerTable } from '@tintype/contract/headers';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import t from 'tap';
import { openApiDocument } from './openapi-document.ts';

/** Only as deep as these tests look. */
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; headers: Record<string, object> };
}

interface Operation {
  operationId?: string;
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  responses: Record<string, { content?: Record<string, { schema: { allOf?: [object, Codes] } }> }>;
}

interface Codes {
  properties: { code: { enum: string[] } };
}

const document = openApiDocument({ version: '1.2.3' }) as unknown as Document;
const operations = Object.values(document.paths).flatMap((path) =>
  Object.values(path).filter((operation) => operation.responses !== undefined),
);
const text = JSON.stringify(document);

t.test('is valid OpenAPI 3.1', async (t) => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(document) as object as SpecData);
  t.same(result.errors ?? [], []);
  t.equal(validator.version, '3.1');
  t.doesNotThrow(() => validator.resolveRefs());
  const ids = operations.map(({ operationId }) => operationId);
  t.equal(new Set(ids).size, ids.length, 'each operation has an id of its own');
});

t.test('describes every parameter, for GET and POST', async (t) => {
  const ajv = new Ajv2020({ strict: false });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  for (const kind of kinds) {
    const names = parameterList(kind).map(({ name }) => name);
    const path = document.paths[`/v1/${kind}`];
    t.same(
      path?.['get']?.parameters?.map(({ name }) => name),
      [...names, 'block_resources', 'signature_version', 'expires', 'Idempotency-Key'],
      `GET ${kind}`,
    );
    const schema =
      document.components.schemas[`${kind[0]?.toUpperCase()}${kind.slice(1)}Parameters`];
    const { properties } = schema as { properties: object };
    t.same(
      Object.keys(properties),
      [...names.filter((name) => name !== 'signature'), 'block_resources'],
      `POST ${kind}`,
    );
    const validate = ajv.compile(schema ?? {});
    t.ok(validate({ url: 'https://example.com/', delay: 2 }), kind);
    t.ok(validate({ url: 'https://example.com/', block_resources: 'font' }), `${kind}: an alias`);
    t.notOk(validate({ url: 'https://example.com/', delay: 31 }), kind);
    t.notOk(validate({ url: 'https://example.com/', colour: 'red' }), kind);
  }
  t.notMatch(text, String(Number.MAX_SAFE_INTEGER));
});

t.test('describes every header and error', async (t) => {
  for (const { name } of Object.values(headerTable)) {
    t.ok(document.components.headers[name], name);
    t.ok(text.includes(`#/components/headers/${name}"`), `${name} is on some response`);
  }
  const told = new Set(
    operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap(
        ({ content }) =>
          content?.['application/json']?.schema.allOf?.[1].properties.code.enum ?? [],
      ),
    ),
  );
  const notSent = ['cancelled', 'method_not_allowed', 'expectation_failed'];
  const sent = Object.keys(errorTable).filter((code) => !notSent.includes(code));
  t.same([...told].toSorted(), sent.toSorted());
  for (const { responses, operationId } of operations) {
    for (const [status, { content }] of Object.entries(responses)) {
      const codes = content?.['application/json']?.schema.allOf?.[1].properties.code.enum ?? [];
      for (const code of codes) {
        const { status: real } = errorTable[code as keyof typeof errorTable];
        t.equal(String(real), status, `${operationId}: ${code}`);
      }
    }
  }
});

t.test('describes ranges, 304 and HEAD of renders and files', async (t) => {
  for (const path of ['/v1/files/{file}', ...kinds.map((kind) => `/v1/${kind}`)]) {
    const { get, head } = document.paths[path] ?? {};
    t.match(get?.responses['206'], { headers: { 'Content-Range': {} } }, path);
    t.ok(get?.responses['206']?.content, path);
    t.match(get?.responses['304'], { headers: { ETag: {} } }, path);
    t.same(head?.parameters, get?.parameters, path);
    for (const [status, { content }] of Object.entries(head?.responses ?? {})) {
      t.equal(content, undefined, `HEAD ${path} ${status} has no body`);
    }
    t.ok(head?.responses['200'] && head.responses['304'] && !head.responses['206'], path);
  }
});

t.test('ids and times are 64-bit integers', async (t) => {
  const { Task } = document.components.schemas;
  t.match(Task, {
    properties: {
      id: { type: 'integer', format: 'int64' },
      created: { type: 'integer', format: 'int64' },
    },
  });
  const { parameters } = document.paths['/v1/tasks/{id}'] as unknown as Operation;
  t.match(parameters, [{ in: 'path', schema: { type: 'integer', format: 'int64' } }]);
});

t.test('uses the URL of the service', async (t) => {
  t.match(document, { servers: [{ url: '/' }], info: { version: '1.2.3' } });
  const baseUrl = 'https://shots.example/api';
  t.match(openApiDocument({ version: '1', baseUrl }), { servers: [{ url: baseUrl }] });
});

t.test("describes headers with the operator's prefix", async (t) => {
  const named = JSON.stringify(openApiDocument({ version: '1', headerPrefix: 'X-Acme' }));
  t.notMatch(named, 'X-Tintype-');
  t.equal(
    named.replaceAll('X-Acme-', 'X-Tintype-'),
    JSON.stringify(openApiDocument({ version: '1' })),
  );
});
