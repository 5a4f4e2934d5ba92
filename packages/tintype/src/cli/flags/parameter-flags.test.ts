import { parameterList } from '@tintype/contract';
import t from 'tap';
import { BROWSER_FLAGS, OUTPUT_FLAGS, REACH_FLAGS } from './command-flags.ts';
import { combinedFlags, isForService, parameterFlag } from './parameter-flags.ts';

const parameters = parameterList('screenshot');

function describe(name: string) {
  const info = parameters.find((one) => one.name === name);
  if (info === undefined) throw new Error(`no parameter ${name}`);
  return parameterFlag(info);
}

t.test('derives the help of a flag from the declaration', async (t) => {
  t.match(describe('image_quality'), {
    name: 'image-quality',
    parameter: 'image_quality',
    placeholder: '<number>',
    description: /\[1 to 100; default 80\]$/,
  });
  t.match(describe('full_page'), { placeholder: undefined });
  t.match(describe('timeout'), { placeholder: '<seconds>', description: /above 0, at most 86400/ });
  t.match(describe('viewport_width'), { placeholder: '<pixels>', description: /default 1280/ });
  t.match(describe('format').description, /jpeg, jpg, png, webp, gif; default jpeg/);
  t.match(describe('wait_until'), { isList: true, description: /can be repeated/ });
  t.notMatch(describe('dark_mode').description, /default/);
});

t.test('every parameter has a heading, and no flag has two meanings', async (t) => {
  for (const info of parameters) {
    t.not(parameterFlag(info).group, info.group, `${info.name}: group ${info.group} has a heading`);
  }
  const names = [...OUTPUT_FLAGS, ...REACH_FLAGS].map(({ name }) => name);
  const flags = [...parameters.map(parameterFlag), ...combinedFlags(parameters)];
  const all = [...names, ...flags.flatMap(({ name, alias }) => [name, ...(alias ? [alias] : [])])];
  t.equal(new Set(all).size, all.length);
  for (const { name } of BROWSER_FLAGS) t.ok(names.includes(name));
});

t.test('flags that set several parameters', async (t) => {
  const [clip, thumbnail] = combinedFlags(parameters);
  t.same(clip?.expand?.('1, 2,3,4'), [
    ['clip_x', '1'],
    ['clip_y', '2'],
    ['clip_width', '3'],
    ['clip_height', '4'],
  ]);
  t.same(thumbnail?.expand?.('400'), [['image_width', '400']]);
  t.same(thumbnail?.expand?.('400X300'), [
    ['image_width', '400'],
    ['image_height', '300'],
  ]);
  for (const wrong of ['', '1,2,3', '1,2,3,4,5', '-1,2,3,4', '1,2,3,4px', 'a']) {
    t.throws(
      () => clip?.expand?.(wrong),
      /--clip must be x,y,width,height in pixels.*got "/,
      wrong,
    );
    t.throws(() => thumbnail?.expand?.(`x${wrong}`), /--thumbnail must be a width, or/, wrong);
  }
  t.same(
    combinedFlags(parameterList('pdf')).map(({ name }) => name),
    ['clip'],
  );
  t.same(combinedFlags(parameterList('scrape')), []);
});

t.test('lists parameters for a service last', async (t) => {
  const service = parameters.filter(isForService).map(({ name }) => name);
  t.ok(service.includes('webhook_url'));
  t.ok(service.includes('access_key'));
  t.notOk(service.includes('format'));
});
