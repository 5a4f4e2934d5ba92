import t from 'tap';
import { createClient, type NewTask, type ScreenshotParameters } from './index.ts';

/**
 * Whether these may be given. The compiler is the test: it refuses an expected error that is none.
 */
const typed = (_given: ScreenshotParameters) => {};

t.test('parameters have the types of their kind', async (t) => {
  const selectors = ['.a'] as const;
  typed({ url: 'https://example.com', hide_selectors: selectors, delay: undefined });
  typed({ html: '<p>', block_annoyance: ['ads', 'tracking'], block_ressources: 'image' });
  typed({ html: '<p>', block_resources: ['image'] });
  // @ts-expect-error A parameter of another operation.
  typed({ url: 'https://example.com', pdf_scale: 2 });
  // @ts-expect-error The client says when.
  typed({ url: 'https://example.com', async: true });
  // @ts-expect-error A value of another type.
  typed({ url: 'https://example.com', full_page: 'yes' });
  // @ts-expect-error A value that is none of the set.
  typed({ url: 'https://example.com', format: 'pdf' });
  const client = createClient({ baseUrl: 'https://example.com', accessKey: 'a', retries: 0 });
  const calls = [
    // @ts-expect-error Of the operation that is named.
    () => client.stream('pdf', { url: 'https://example.com', image_quality: 3 }),
  ];
  const task: NewTask = {
    name: 'a',
    api: 'pdf',
    frequency: 'every_day',
    // @ts-expect-error Of the operation that is named.
    query: { url: 'https://example.com', image_quality: 3 },
  };
  t.equal(calls.length, 1);
  t.equal(task.api, 'pdf');
});
