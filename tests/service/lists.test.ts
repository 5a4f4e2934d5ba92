import { readPlans } from '@tintype/store';
import t from 'tap';
import { createService } from './lab.ts';

const task = {
  name: 'a',
  api: 'screenshot',
  query: 'url=https://example.com',
  frequency: 'every_day',
};

t.test('a key of the query string is not repeated in an address', async (t) => {
  const service = await createService(t);
  const caller = await service.account();
  for (let i = 0; i < 2; i++) await caller.post('/v1/tasks', task);
  const answer = await fetch(
    `${service.address}/v1/tasks?access_key=${caller.accessKey}&limit=1&utm_source=x`,
  );
  const link = answer.headers.get('link') ?? '';
  t.match(link, /limit=1&utm_source=x&cursor=[\w-]+>; rel="next"$/);
  t.notOk(link.includes(caller.accessKey));
});

t.test('what a list does not take', async (t) => {
  const service = await createService(t);
  const caller = await service.account();
  const wrong: [string, string, string][] = [
    ['limit=0', 'invalid_parameter', 'limit must be an integer from 1 to 1000; got "0".'],
    ['limit=1001', 'invalid_parameter', 'limit must be an integer from 1 to 1000; got "1001".'],
    ['limit=x', 'invalid_parameter', 'limit must be an integer from 1 to 1000; got "x".'],
    ['cursor=%00', 'invalid_parameter', 'cursor must be the one that the page before gave.'],
    ['page=2', 'unknown_parameter', 'A list takes limit and cursor; page came.'],
  ];
  for (const [query, code, message] of wrong) {
    const answer = await caller.get(`/v1/tasks?${query}`);
    t.equal(answer.status, 400, query);
    t.match(await answer.json(), { code, message });
  }
});

t.test('an account has as many tasks as its plan has', async (t) => {
  const service = await createService(t, {
    server: {
      plans: readPlans({ scale: { maxTasks: 2 } }),
    },
  });
  const caller = await service.account();
  for (let i = 0; i < 2; i++) t.equal((await caller.post('/v1/tasks', task)).status, 201);
  const refused = await caller.post('/v1/tasks', task);
  t.equal(refused.status, 403);
  t.match(await refused.json(), {
    code: 'plan_required',
    message: 'The account has 2 tasks; its plan lets it have 2. Remove one first.',
  });
});
