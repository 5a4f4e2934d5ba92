import { RenderError } from '@tintype/contract';
import type { Task } from '@tintype/store';
import t, { type Test } from 'tap';
import { parseNewTask, parseTaskChanges } from './task-input.ts';
import { taskToJson } from './task-to-json.ts';

const now = Date.parse('2026-03-05T10:20:30Z');
const body = {
  name: 'Home',
  api: 'screenshot',
  query: 'url=https://example.com&full_page=true',
  frequency: 'every_day',
};

const refuses = (t: Test, change: object, code: string, message: RegExp, parameter?: string) =>
  t.throws(
    () => parseNewTask({ ...body, ...change }, { now }),
    { code, message, ...(parameter ? { details: [{ parameter }] } : {}) },
    JSON.stringify(change).slice(0, 80),
  );

t.test('a task with its defaults', async (t) => {
  const { api: kind, ...fields } = body;
  t.strictSame(parseNewTask(body, { now }), {
    ...fields,
    kind,
    crontab: '20 10 * * *',
    timezone: 'Etc/UTC',
    enabled: true,
    nextRunAt: Date.parse('2026-03-06T10:20Z'),
  });
});

t.test('custom, paused, and with a key that the server reads', async (t) => {
  const custom = { frequency: 'custom', crontab: ' */15  8-18 * * 1-5', timezone: 'europe/paris' };
  const task = parseNewTask({ ...body, ...custom, access_key: 'k' }, { now });
  t.match(task, { crontab: '*/15 8-18 * * 1-5', timezone: 'Europe/Paris' });
  t.equal(task.nextRunAt, Date.parse('2026-03-05T10:30Z'));
  t.notOk('access_key' in task);
  const paused = parseNewTask({ ...body, enabled: false, crontab: null }, { now });
  t.notOk('nextRunAt' in paused);
});

t.test('forms of a query', async (t) => {
  const forms: [string, string][] = [
    ['?url=https://example.com', 'url=https://example.com'],
    ['url=https%3A%2F%2Fexample.com', 'url=https%3A%2F%2Fexample.com'],
    ['url%3Dhttps%253A%252F%252Fexample.com%26delay%3D1', 'url=https%3A%2F%2Fexample.com&delay=1'],
  ];
  for (const [query, kept] of forms) t.equal(parseNewTask({ ...body, query }, { now }).query, kept);
});

t.test('what is wrong is named', async (t) => {
  for (const field of ['name', 'api', 'query', 'frequency']) {
    const message = new RegExp(`^${field} is required`);
    refuses(t, { [field]: undefined }, 'missing_parameter', message, field);
    refuses(t, { [field]: null }, 'missing_parameter', message, field);
  }
  refuses(t, { name: '' }, 'missing_parameter', /^name is required/, 'name');
  refuses(t, { name: ' ' }, 'invalid_parameter', /1 to 100 characters; got " "/, 'name');
  refuses(
    t,
    { name: 'x'.repeat(101) },
    'invalid_parameter',
    /got "x+"\.\.\. \(101 characters\)/,
    'name',
  );
  t.ok(parseNewTask({ ...body, name: '🌍'.repeat(100) }, { now }), 'characters, not units');
  refuses(t, { name: 5 }, 'invalid_parameter', /name must be a string/, 'name');
  refuses(t, { api: 'screenshots' }, 'invalid_parameter', /Did you mean screenshot/, 'api');
  refuses(t, { frequency: 'daily' }, 'invalid_parameter', /one of every_minute/, 'frequency');
  refuses(t, { timezone: 'Mars/Olympus' }, 'invalid_parameter', /IANA/, 'timezone');
  refuses(t, { timezone: '+01:00' }, 'invalid_parameter', /IANA/, 'timezone');
  refuses(t, { enabled: 'yes' }, 'invalid_parameter', /true or false; got "yes"/, 'enabled');
  refuses(t, { enabled: 1 }, 'invalid_parameter', /true or false; got 1/, 'enabled');
  refuses(t, { runs: 3 }, 'invalid_parameter', /set by the service/, 'runs');
  refuses(t, { crontabs: '* * * * *' }, 'unknown_parameter', /Did you mean crontab/, 'crontabs');
});

t.test('reading stops after 20 fields that are wrong, and says so', async (t) => {
  const many = Object.fromEntries(Array.from({ length: 19_900 }, (_, place) => [`f${place}`, 1]));
  const error = t.throws(() => parseNewTask({ ...body, ...many }, { now })) as RenderError;
  t.equal(error.details?.length, 20);
  t.match(error.message, /Reading stopped after 20 wrong fields\.$/);
});

t.test('crontabs', async (t) => {
  const given = { crontab: '* * * * *' };
  refuses(t, given, 'invalid_parameter', /only custom takes one/, 'crontab');
  refuses(t, { frequency: 'custom' }, 'missing_parameter', /crontab is required/, 'crontab');
  const never = { frequency: 'custom', crontab: '0 0 31 2 *' };
  refuses(t, never, 'invalid_parameter', /^crontab never runs[^.]*\.$/, 'crontab');
  const six = { frequency: 'custom', crontab: '0 0 0 1 1 *' };
  refuses(t, six, 'invalid_parameter', /^crontab must have five fields/, 'crontab');
});

t.test('the query is read as its operation would', async (t) => {
  const query = (text: string) => ({ query: text });
  refuses(t, query('full_page=true'), 'missing_parameter', /^query: url or html/, 'query');
  refuses(t, query('url=file:///etc'), 'invalid_parameter', /^query: url must be/, 'query');
  refuses(t, query('url=https://a.example&fullpage=1'), 'unknown_parameter', /^query: .*full_page/);
  refuses(t, query('url=https://a.example&delay=99'), 'invalid_parameter', /^query: delay/);
  refuses(t, query('url=https://a.example&access_key=abc'), 'invalid_parameter', /access_key/);
  refuses(t, query('url=https://a.example&signature=abc'), 'invalid_parameter', /signature/);
  const http = query('url=https://a.example&webhook_url=http://b.example');
  refuses(t, http, 'invalid_parameter', /webhook_url/);
  t.ok(parseNewTask({ ...body, ...http }, { now, allowHttpWebhook: true }));
  refuses(
    t,
    query(`url=https://a.example&html=${'x'.repeat(70_000)}`),
    'invalid_parameter',
    /65536/,
  );
  refuses(
    t,
    { api: 'scrape', query: 'format=md' },
    'missing_parameter',
    /^query: url or html is required/,
  );
});

t.test('no text takes long', async (t) => {
  const crontab = `${'*/1,'.repeat(90)}*/1 * * * *`;
  t.ok(parseNewTask({ ...body, frequency: 'custom', crontab }, { now }));
  for (const text of ['*'.repeat(400), '1-'.repeat(200), '1/'.repeat(200), ' '.repeat(100_000)]) {
    t.throws(() => parseNewTask({ ...body, frequency: 'custom', crontab: text }, { now }));
  }
});

t.test('bodies that are no objects', async (t) => {
  for (const wrong of [undefined, null, 'name=x', 5, [body]]) {
    t.throws(() => parseNewTask(wrong, { now }), { code: 'invalid_request' });
  }
});

t.test('changes', async (t) => {
  const task: Task = {
    ...parseNewTask(body, { now }),
    id: 7,
    accountId: 'a',
    baseUrl: 'https://t.example',
    createdAt: now,
    runs: 3,
    lastRunAt: now + 1_500,
  };
  const later = now + 86_400_000 * 2;
  const change = (changes: object, of: Task = task) =>
    parseTaskChanges(changes, of, { now: later });

  t.strictSame(change({}), { crontab: task.crontab });
  t.strictSame(change({ name: 'Other' }), { name: 'Other', crontab: task.crontab });
  t.match(change({ enabled: false }), { enabled: false, nextRunAt: null });
  t.match(change({ enabled: true }, { ...task, enabled: false }), {
    nextRunAt: Date.parse('2026-03-08T10:20Z'),
  });
  t.match(change({ frequency: 'every_hour' }), {
    crontab: '20 * * * *',
    nextRunAt: Date.parse('2026-03-07T11:20Z'),
  });
  t.match(change({ timezone: 'Asia/Kolkata' }), { crontab: '50 15 * * *' }, 'the same instant');
  t.match(change({ frequency: 'custom', crontab: '0 0 1 1 *' }), {
    crontab: '0 0 1 1 *',
    nextRunAt: Date.parse('2027-01-01T00:00Z'),
  });
  t.throws(() => change({ crontab: '0 0 1 1 *' }), { message: /only custom/ });
  t.throws(() => change({ frequency: 'custom' }), { message: /crontab is required/ });
  const custom: Task = { ...task, frequency: 'custom', crontab: '0 5 * * *' };
  t.match(change({ crontab: '0 6 * * *' }, custom), { nextRunAt: Date.parse('2026-03-08T06:00Z') });
  t.match(change({ frequency: 'custom' }, custom), { crontab: '0 5 * * *' });
  t.match(change({ timezone: 'Asia/Kolkata' }, custom), { crontab: '0 5 * * *' });
  t.throws(() => change({ api: 'pdf', query: 'x=1' }), { code: 'unknown_parameter' });
  t.throws(() => change({ api: 'scrape', query: 'format=md' }), {
    message: /^query: url or html is required/,
  });
  t.match(
    change({ api: 'pdf' }),
    { kind: 'pdf' },
    'full_page is known, and means nothing to a pdf',
  );
  t.throws(() => change({ api: 'scrape' }, { ...task, query: 'format=md' }), /^query: url/);
  t.throws(() => change({ last_run: 5 }), { message: /last_run is set by the service/ });

  t.strictSame(taskToJson(task), {
    id: 7,
    ...body,
    crontab: '20 10 * * *',
    timezone: 'Etc/UTC',
    enabled: true,
    created: Math.floor(now / 1000),
    last_run: Math.floor((now + 1_500) / 1000),
    runs: 3,
  });
});

t.test('texts, as tools without code send them', async (t) => {
  const given = { ...body, enabled: 'False', crontab: '', timezone: '' };
  t.match(parseNewTask(given, { now }), { enabled: false, timezone: 'Etc/UTC' });
});

t.test('what GET gave, a change takes', async (t) => {
  const created = parseNewTask(body, { now });
  const task: Task = { ...created, id: 7, accountId: 'a', baseUrl: '', createdAt: now, runs: 3 };
  const shown = { ...taskToJson(task) };
  const changes = parseTaskChanges(shown, task, { now });
  t.notOk('nextRunAt' in changes, 'nothing has moved');
  t.match(parseTaskChanges({ ...shown, name: 'x' }, task, { now }), { name: 'x' });
  const hourly = parseTaskChanges({ ...shown, frequency: 'every_hour' }, task, { now });
  t.match(hourly, { crontab: '20 * * * *' });
  const custom = parseTaskChanges({ ...shown, frequency: 'custom' }, task, { now });
  t.match(custom, { frequency: 'custom', crontab: task.crontab });
  for (const change of [{ id: 8 }, { runs: 4 }, { created: 1 }, { last_run: 1 }]) {
    t.throws(() => parseTaskChanges({ ...shown, ...change }, task, { now }), {
      code: 'invalid_parameter',
      message: /is set by the service; leave it out\.$/,
    });
  }
  t.throws(() => parseTaskChanges({ ...shown, crontab: '1 1 * * *' }, task, { now }), {
    code: 'invalid_parameter',
    message: /only custom takes one/,
  });
});
