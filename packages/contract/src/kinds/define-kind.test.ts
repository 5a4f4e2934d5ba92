import t from 'tap';
import * as z from 'zod/mini';
import { RenderError } from '../errors/render-error.ts';
import { fromStrings } from '../project/from-strings.ts';
import { parameterList, requestJsonSchema } from '../project/parameter-list.ts';
import { declareIn } from '../parameters/declare.ts';
import { parseRequest } from '../request/parse-request.ts';
import type { KindOutput } from '../request/requests.ts';
import { builtInKinds } from './built-in-kinds.ts';
import { defineKind, type KindDefinition, usualNeeds } from './define-kind.ts';
import { fileOf, isTextKind, kindInfos } from './kind-info.ts';
import { createKindSet } from './kind-set.ts';

const { choice, integer } = declareIn('links');

const links = defineKind({
  name: 'links',
  title: 'The links of a page',
  noun: 'list of links',
  nouns: 'lists of links',
  files: { json: 'application/json' },
  parameters: {
    links_to: z._default(
      choice(['all', 'elsewhere'], { description: 'Which links are listed.' }),
      'all',
    ),
    links_limit: z.optional(integer({ description: 'How many are listed.', min: 1, max: 1000 })),
  },
  rules: [
    {
      id: 'few_links_elsewhere',
      parameter: ['links_limit', 'links_to'],
      check: ({ links_to: to, links_limit: limit = 1 }) =>
        to === 'elsewhere' && limit > 10 ? 'links_limit is at most 10 here.' : undefined,
    },
  ],
  needs: ({ links_to: to }) => ({ medium: 'text', wholePage: to === 'all' }),
  normalise(values) {
    if (values.links_limit === 1000) delete values.links_limit;
  },
});
const kinds = createKindSet([...builtInKinds, links]);
const url = 'https://example.com/';

t.test('checks a plugin’s kind like Tintype’s own', async (t) => {
  const parse = (more: object) => parseRequest({ kind: 'links', url, ...more }, { kinds });
  const { request, ignored } = parse({ links_limit: 1000, full_page: true, delay: 2 });
  t.match(request, { kind: 'links', url, links_to: 'all', delay: 2, timeout: 30 });
  t.notOk('links_limit' in request, 'written in its one form');
  t.same(ignored, ['full_page'], 'parameters of others are ignored');
  t.same(parseRequest({ kind: 'screenshot', url, links_to: 'all' }, { kinds }).ignored, [
    'links_to',
  ]);
  const refusals: [object, string, RegExp][] = [
    [{ links_limit: 0 }, 'links_limit', /^links_limit must be an integer from 1 to 1000; got 0\.$/],
    [{ links_to: 'al' }, 'links_to', /Did you mean all\?$/],
    [{ links_tos: 1 }, 'links_tos', /Did you mean links_to\?$/],
    [{ links_to: 'elsewhere', links_limit: 11 }, 'links_limit', /at most 10 here/],
    [{ url: 'ftp://a/' }, 'url', /must be an absolute http or https URL/],
    [{ webhook_url: 'http://a/' }, 'webhook_url', /must be an absolute https URL/],
  ];
  for (const [more, parameter, message] of refusals) {
    t.throws(() => parse(more), { name: 'RenderError', details: [{ parameter }], message });
  }
  t.throws(() => parseRequest({ kind: 'links', url }), {
    code: 'invalid_parameter',
    message: /^kind must be one of screenshot, screencast, pdf, scrape.*; got "links"/,
  });
  t.throws(() => parseRequest({ kind: 'link', url }, { kinds }), RenderError);
});

t.test('its parameters are in every projection', async (t) => {
  const query = new URLSearchParams('links_limit=5&links_to=ELSEWHERE&delay=1');
  t.same(fromStrings('links', query, kinds), { links_limit: 5, links_to: 'elsewhere', delay: 1 });
  const infos = parameterList('links', kinds);
  t.same(infos.map(({ name }) => name).slice(0, 5), [
    'url',
    'html',
    'base_url',
    'links_to',
    'links_limit',
  ]);
  t.match(infos[3], { kinds: ['links'], group: 'links', default: 'all' });
  t.match(infos[0], { kinds: [...builtInKinds.names, 'links'] });
  t.ok(requestJsonSchema('links', kinds).properties?.['links_to']);
  t.match(infos[4], { type: 'integer' });
  t.throws(() => parameterList('links'), TypeError);
});

t.test('what it needs of a page depends on the request', async (t) => {
  const { request } = parseRequest({ kind: 'links', url, links_to: 'elsewhere' }, { kinds });
  t.same(links.needs(request), { ...usualNeeds, medium: 'text' });
  const pdf = parseRequest({ kind: 'pdf', url, clip_width: 5, clip_height: 5 }).request;
  t.match(builtInKinds.get('pdf').needs(pdf), { medium: 'paper', wholePage: false, unfold: false });
  const scrape = parseRequest({ kind: 'scrape', url, js_enabled: false, format: 'md' }).request;
  t.match(builtInKinds.get('scrape').needs(scrape), { scripts: false, loadEvent: true });
});

t.test('files', async (t) => {
  t.same(fileOf(links, {}), { extension: 'json', mediaType: 'application/json' });
  const scrape = builtInKinds.get('scrape');
  t.match(fileOf(scrape, { format: 'md' }), { extension: 'md', mediaType: /^text\/markdown/ });
  t.throws(() => fileOf(scrape, { format: 'png' }), /No media type/);
  t.same(
    [...builtInKinds, links].filter(isTextKind).map(({ name }) => name),
    ['scrape', 'links'],
  );
  for (const { files, name } of builtInKinds) {
    const formats = parameterList(name).find((info) => info.name === 'format')?.values;
    t.same(Object.keys(files), formats ?? Object.keys(files).slice(0, 1), name);
  }
});

t.test('the list without parameters is that with them', async (t) => {
  t.same(
    kindInfos.map(({ name }) => name),
    builtInKinds.names,
  );
  for (const info of kindInfos) t.match(builtInKinds.get(info.name), info);
});

t.test('what cannot be a kind is said at once', async (t) => {
  const info = { name: 'links', title: 'x', noun: 'x', nouns: 'x', files: { a: 'text/a' } };
  t.throws(() => defineKind({ ...info, name: 'Links!' }), /lower-case letters/);
  t.throws(() => defineKind({ ...info, files: {} }), /has no files/);
  t.throws(() => defineKind({ ...info, files: { a: 'text/a', b: 'text/b' } }), /format/);
  const limit = integer({ description: 'x' });
  t.throws(() => defineKind({ ...info, parameters: { timeout: limit } }), /Every kind has/);
  t.throws(() => defineKind({ ...info, parameters: { kind: limit } }), /Every kind has/);
  t.throws(() => defineKind({ ...info, furtherParameters: { linksLimit: limit } }), /lower-case/);
  t.throws(() => createKindSet([...builtInKinds, links, links]), /two kinds with the name links/);
  t.throws(() => builtInKinds.get('links'), /kind must be one of screenshot/);
});

t.test('types', async (t) => {
  const values = { links_to: 'all' } as KindOutput<typeof links>;
  const to: 'all' | 'elsewhere' = values.links_to;
  const limit: number | undefined = values.links_limit;
  // @ts-expect-error it has no such parameter
  const none: unknown = values.links_none;
  const general: KindDefinition = links;
  t.same([to, limit, none, general.name], ['all', undefined, undefined, 'links']);
});
