import t from 'tap';
import { RenderError } from '../errors/render-error.ts';
import { parseSession } from './parse-session.ts';

const state = { cookies: [], origins: [] };
const login = {
  url: 'https://shop.example/login',
  steps: [{ fill: '#p', value: '{{password}}' }, { press: 'Enter' }],
  secrets: { password: 's3cret-value' },
};

t.test('reads a session of either sort', async (t) => {
  t.same(parseSession({ name: 'a', storage_state: state, login: null }), { name: 'a', state });
  const text = { name: 'a.b-c_1', storage_state: JSON.stringify(state), ttl: 60 };
  t.same(parseSession(text), { name: 'a.b-c_1', state, ttlS: 60 });
  const parsed = parseSession({ name: 'shop', login });
  t.match(parsed.login, {
    url: login.url,
    steps: [{ type: 'change', value: '{{password}}' }, { type: 'press' }],
    secrets: login.secrets,
    request: { kind: 'screenshot', url: login.url },
  });
  const asText = { ...login, steps: JSON.stringify(login.steps), secrets: '{"password":"x"}' };
  t.match(parseSession({ name: 'shop', login: asText }).login, { secrets: { password: 'x' } });
  const recording = {
    title: 'Log in',
    steps: [
      { type: 'navigate', url: 'https://shop.example/enter' },
      { type: 'click', selectors: [['#go']] },
    ],
  };
  t.match(parseSession({ name: 'shop', login: { steps: recording } }).login, {
    url: 'https://shop.example/enter',
  });
});

t.test('names what is wrong, and shows nothing that is secret', async (t) => {
  const cases: [object, code: string, parameter: string][] = [
    [{ storage_state: state }, 'missing_parameter', 'name'],
    [{ name: '', storage_state: state }, 'invalid_parameter', 'name'],
    [{ name: 'a/b', storage_state: state }, 'invalid_parameter', 'name'],
    [{ name: 'x'.repeat(65), storage_state: state }, 'invalid_parameter', 'name'],
    [{ name: 'a' }, 'missing_parameter', 'storage_state'],
    [{ name: 'a', storage_state: state, login }, 'missing_parameter', 'storage_state'],
    [
      { name: 'a', storage_state: { cookies: ['s3cret-value'] } },
      'invalid_parameter',
      'storage_state',
    ],
    [{ name: 'a', storage_state: 's3cret-value' }, 'invalid_parameter', 'storage_state'],
    [{ name: 'a', storage_state: state, ttl: 59 }, 'invalid_parameter', 'ttl'],
    [{ name: 'a', storage_state: state, more: 1 }, 'unknown_parameter', 'more'],
    [{ name: 'a', login: { url: login.url } }, 'missing_parameter', 'login.steps'],
    [{ name: 'a', login: { ...login, secrets: {} } }, 'invalid_parameter', 'login.steps'],
    [
      { name: 'a', login: { ...login, secrets: 's3cret-value' } },
      'invalid_parameter',
      'login.secrets',
    ],
    [{ name: 'a', login: { ...login, steps: [{ fly: 1 }] } }, 'invalid_parameter', 'login.steps'],
    [{ name: 'a', login: { ...login, url: 'ftp://x' } }, 'invalid_parameter', 'login.url'],
    [{ name: 'a', login: { ...login, headers: [] } }, 'unknown_parameter', 'login.headers'],
    [{ name: 'a', login: [] }, 'invalid_parameter', 'login'],
  ];
  for (const [given, code, parameter] of cases) {
    const read = () => parseSession(given as Record<string, unknown>);
    t.throws(read, { code, details: [{ parameter }] }, JSON.stringify(given));
    try {
      read();
    } catch (error) {
      t.ok(error instanceof RenderError);
      t.notMatch(JSON.stringify((error as RenderError).toBody()), 's3cret-value');
    }
  }
});
