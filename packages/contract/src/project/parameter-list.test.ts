import t from 'tap';
import { builtInKinds } from '../kinds/built-in-kinds.ts';
import type { Half } from '../parameters/declare.ts';
import { kinds } from '../kinds/kind-info.ts';
import { flagName, parameterInfos, parameterList, requestJsonSchema } from './parameter-list.ts';
import { parameterNames } from '../request/request-schemas.ts';

t.test('one entry for each meaning', async (t) => {
  const all = parameterList();
  const counts = Object.groupBy(all, ({ name }) => name);
  for (const [name, infos = []] of Object.entries(counts)) {
    t.equal(infos.length, name === 'format' ? 4 : 1, name);
  }
  t.same(
    counts['format']?.map((info) => info.kinds),
    [['screenshot'], ['screencast'], ['scrape'], ['archive']],
  );
  for (const kind of kinds) {
    t.same(
      parameterList(kind).map(({ name }) => name),
      parameterNames(builtInKinds.get(kind)),
    );
    const ofAll = all.filter((info) => info.kinds.includes(kind)).map(({ name }) => name);
    t.same(ofAll.sort(), parameterNames(builtInKinds.get(kind)).toSorted(), 'kinds say the same');
  }
});

t.test('every entry says what people need', async (t) => {
  const groups = new Set<string>();
  for (const info of parameterList()) {
    groups.add(info.group);
    t.match(info.name, /^[a-z]+(_[a-z]+)*$/);
    t.match(info.description, /^[^\n]{5,120}\.$/, info.name);
    t.ok(['boolean', 'integer', 'number', 'string', 'list'].includes(info.type), info.name);
    t.notOk(Object.values(info).includes(undefined), 'nothing is there and undefined');
  }
  t.equal(groups.size, 17);
});

t.test('each belongs to a half of a render', async (t) => {
  const halves = Object.groupBy(parameterList('screenshot'), ({ half }) => half);
  const names = (half: Half) => halves[half]?.map(({ name }) => name) ?? [];
  t.ok(
    ['url', 'viewport_width', 'click_selector', 'wait_until', 'proxy'].every((name) =>
      names('load').includes(name),
    ),
  );
  t.ok(
    ['format', 'selector', 'clip_x', 'full_page', 'animations', 'metadata_icon'].every((name) =>
      names('capture').includes(name),
    ),
  );
  t.ok(['cache', 'access_key'].every((name) => names('service').includes(name)));
  t.equal(parameterInfos('scrape').get('js_enabled')?.half, 'load');
  t.equal(parameterInfos('screenshot').get('metadata_headers')?.half, 'load');
});

t.test('single entries', async (t) => {
  t.strictSame(parameterInfos('screencast').get('duration'), {
    name: 'duration',
    type: 'number',
    default: 5,
    exclusiveMinimum: 0,
    maximum: 600,
    unit: 's',
    description: 'Length of the video.',
    kinds: ['screencast'],
    group: 'video',
    half: 'capture',
  });
  t.match(parameterInfos('pdf').get('viewport_width'), {
    default: 1280,
    minimum: 1,
    maximum: 7680,
    unit: 'px',
  });
  t.match(parameterInfos('pdf').get('block_annoyance'), {
    type: 'list',
    default: 'cookies_banner',
    acceptsOne: true,
  });
  t.match(parameterInfos('pdf').get('wait_until'), { type: 'list', default: ['domcontentloaded'] });
  t.equal(parameterInfos('scrape').get('url')?.required, undefined);
  t.equal(parameterInfos('pdf').get('url')?.required, undefined);
  t.equal(parameterInfos('pdf').get('toString'), undefined);
  t.notOk('maximum' in (parameterInfos('pdf').get('clip_x') ?? {}), 'no bound that nobody set');
});

t.test('names of flags', async (t) => {
  t.equal(flagName('full_page'), 'full-page');
});

t.test('JSON Schema', async (t) => {
  const schema = requestJsonSchema('screencast');
  t.match(schema, {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',

    additionalProperties: false,
  });
  t.same(Object.keys(schema.properties ?? {}), [
    ...parameterNames(builtInKinds.get('screencast')),
    'block_resources',
  ]);
  t.match(schema.properties?.['duration'], { type: 'number', exclusiveMinimum: 0, maximum: 600 });
  t.match(schema.properties?.['block_ressources'], {
    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
  });
  t.same(schema.properties?.['block_resources'], {
    ...schema.properties?.['block_ressources'],
    description: 'Alias of block_ressources.',
  });
  schema.properties = {};
  t.ok(requestJsonSchema('screencast').properties?.['url'], 'a copy');
  t.equal(requestJsonSchema('pdf').required, undefined);
});
