import t from 'tap';
import { readTaskQuery } from './read-query.ts';

t.test(
  'a task whose kind is gone with its plugin is refused, so that its run is recorded',
  async (t) => {
    t.throws(() => readTaskQuery('links', 'url=https://example.com/'), {
      code: 'invalid_parameter',
      message: 'api: this service knows no kind "links".',
    });
  },
);
