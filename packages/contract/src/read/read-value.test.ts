import t from 'tap';
import * as z from 'zod/mini';
import { RenderError } from '../errors/render-error.ts';
import { checkValue, readValue, checked, expecting, saying } from './read-value.ts';

const port = z.int().check(z.minimum(0), z.maximum(65_535));
const hosts = z
  .array(
    z.string().check(checked<string>((host) => (host === 'no' ? 'it is one word' : undefined))),
  )
  .check(expecting('a list of hosts'));
const plan = z.strictObject({
  port: z.optional(port),
  hosts: z.optional(hosts),
  level: z.optional(z.enum(['debug', 'info'])),
  isOn: z.optional(z.boolean()),
  token: z.optional(z.string().check(z.minLength(8), expecting('a token', { secret: true }))),
});
const plans = z.strictObject({ free: z.optional(plan), pro: z.optional(plan) });
const task = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(10)),
  zone: z.optional(
    z.pipe(
      z.string().check(
        z.refine((text) => text.includes('/')),
        expecting('a time zone'),
      ),
      z.transform((text: string) => text.toUpperCase()),
    ),
  ),
  proxy: z.optional(
    z
      .union([z.string(), z.array(z.string()).check(z.minLength(1))])
      .check(expecting('a proxy, or a list of them')),
  ),
});

const messages = (schema: z.core.$ZodType, value: unknown, name: string) =>
  checkValue(schema, value, name).problems?.map(({ message }) => message);

t.test('a value that is right is given as its schema makes it', async (t) => {
  t.equal(readValue(port, 80, 'port'), 80);
  t.same(readValue(task, { name: 'a', zone: 'a/b' }, ''), { name: 'a', zone: 'A/B' });
  t.same(checkValue(plans, {}, 'plans'), { value: {} });
});

t.test('one kind of sentence', async (t) => {
  const cases: [z.core.$ZodType, unknown, string, string][] = [
    [port, 70_000, 'port', 'port must be an integer from 0 to 65535; got 70000.'],
    [port, '80', '--port', '--port must be an integer from 0 to 65535; got "80".'],
    [port, undefined, 'port', 'port is required: an integer from 0 to 65535.'],
    [port, null, 'port', 'port must be an integer from 0 to 65535; got null.'],
    [plans, [], 'plans', 'plans must be an object with any of free, pro; got an empty list.'],
    [plans, { fre: {} }, 'plans', 'Unknown parameter plans.fre. Did you mean free?'],
    [
      plans,
      { enterprise: {} },
      'plans',
      'Unknown parameter plans.enterprise. plans has free, pro.',
    ],
    [
      plans,
      { pro: 5 },
      'plans',
      'plans.pro must be an object with any of port, hosts, level, isOn, token; got 5.',
    ],
    [
      plans,
      { pro: { port: -1 } },
      'plans',
      'plans.pro.port must be an integer from 0 to 65535; got -1.',
    ],
    [plans, { pro: { isOn: 1 } }, 'plans', 'plans.pro.isOn must be true or false; got 1.'],
    [
      plans,
      { pro: { level: 'inf' } },
      'plans',
      'plans.pro.level must be one of debug, info; got "inf". Did you mean info?',
    ],
    [
      plans,
      { pro: { hosts: ['a', 'no'] } },
      'plans',
      'plans.pro.hosts must be a list of hosts; got "no" as item 2: it is one word.',
    ],
    [plans, { pro: { hosts: 'a' } }, 'plans', 'plans.pro.hosts must be a list of hosts; got "a".'],
    [
      plans,
      { pro: { token: 's3cret' } },
      'plans',
      'plans.pro.token must be a token; got a string (not shown, it may be secret).',
    ],
    [task, { name: '' }, '', 'name must be a string of 1 to 10 characters; got "".'],
    [task, {}, '', 'name is required: a string of 1 to 10 characters.'],
    [task, { name: 'a', zone: 'x' }, '', 'zone must be a time zone; got "x".'],
    [
      task,
      { name: 'a', proxy: [] },
      '',
      'proxy must be a proxy, or a list of them; got an empty list.',
    ],
    [task, { name: 'a', nam: 1 }, '', 'Unknown parameter nam. Did you mean name?'],
    [
      task,
      { name: 'a', qqqqqqq: 1 },
      '',
      'Unknown parameter qqqqqqq. The parameters are name, zone, proxy.',
    ],
    [plans, { toString: {} }, 'plans', 'Unknown parameter plans.toString. plans has free, pro.'],
  ];
  for (const [schema, value, name, message] of cases)
    t.same(messages(schema, value, name), [message]);
});

t.test('a check can have a sentence of its own', async (t) => {
  const crontab = z
    .string()
    .check(saying<string>((text) => (text === '' ? 'must have five fields; got 0.' : undefined)));
  t.same(messages(crontab, '', 'crontab'), ['crontab must have five fields; got 0.']);
  t.same(checkValue(crontab, '* * * * *', 'crontab'), { value: '* * * * *' });
});

t.test('everything that is wrong, once each, with a bound', async (t) => {
  const wrong = { name: 5, zone: 5, x: 1 };
  t.same(
    checkValue(task, wrong, '').problems?.map(({ code, parameter }) => [code, parameter]),
    [
      ['invalid_parameter', 'name'],
      ['invalid_parameter', 'zone'],
      ['unknown_parameter', 'x'],
    ],
  );
  const many = Object.fromEntries(Array.from({ length: 19_900 }, (_, place) => [`f${place}`, 1]));
  t.equal(checkValue(task, { name: 'a', ...many }, '').problems?.length, 20);
  const error = t.throws(() => readValue(task, wrong, '')) as RenderError;
  t.ok(RenderError.is(error));
  t.equal(error.code, 'invalid_parameter');
  t.same(
    error.details?.map(({ parameter }) => parameter),
    ['name', 'zone', 'x'],
  );
  t.throws(() => readValue(task, { ...wrong, name: 'a', zone: 'a/b' }, ''), {
    code: 'unknown_parameter',
  });
});

t.test('of a secret nothing is shown, and its parts have names of their own', async (t) => {
  const { problems } = checkValue(
    z.strictObject({ us: z.optional(hosts) }),
    { us: ['no'] },
    'upstreams',
    {
      secret: true,
      noun: 'country',
    },
  );
  t.same(
    problems?.map(({ message }) => message),
    [
      'upstreams.us must be a list of hosts; got a string (not shown, it may be secret) as item 1: it is one word.',
    ],
  );
  const unknown = checkValue(plans, { fre: 1 }, 'plans', { noun: 'plan' }).problems;
  t.equal(unknown?.[0]?.message, 'Unknown plan plans.fre. Did you mean free?');
});
