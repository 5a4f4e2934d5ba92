import { parameterList } from '@tintype/contract';
import t from 'tap';
import { BROWSER_FLAGS, OUTPUT_FLAGS, REACH_FLAGS } from './command-flags.ts';
import { isForService, parameterFlag } from './parameter-flags.ts';

const parameters = parameterList('screenshot');

function describe(name: string) {
  const info = parameters.find((one) => one.name === name);
  if (info === undefined) throw new Error(`no parameter ${name}`);
  return parameterFlag(info);
}

t.test('what the help says comes from the declaration', async (t) => {
  t.match(describe('image_quality'), {
    name: 'image-quality',
    parameter: 'image_quality',
    isSwitch: false,
    placeholder: '<number>',
    description: /\[1 to 100; default 80\]$/,
  });
  t.match(describe('full_page'), { isSwitch: true, placeholder: undefined });
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
  const all = [...names, ...parameters.map((info) => parameterFlag(info).name)];
  t.equal(new Set(all).size, all.length);
  for (const { name } of BROWSER_FLAGS) t.ok(names.includes(name));
});

t.test('what only a service can do', async (t) => {
  const service = parameters.filter(isForService).map(({ name }) => name);
  t.ok(service.includes('webhook_url'));
  t.ok(service.includes('access_key'));
  t.notOk(service.includes('format'));
});
