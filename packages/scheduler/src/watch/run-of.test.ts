import type { StoredOutput, StoredRequest } from '@tintype/store';
import t from 'tap';
import { runOf } from './run-of.ts';

const file = { name: 'ab', extension: 'md', mediaType: 'text/markdown', expiresAt: 9, bytes: 1 };

function requestOf(changes: Partial<StoredRequest>): StoredRequest {
  return {
    id: 'id',
    accountId: 'a',
    kind: 'captures',
    baseUrl: 'https://t.example',
    status: 'succeeded',
    createdAt: 5,
    attempts: 1,
    ...changes,
  };
}

const textOf = (receipt: object): StoredOutput => ({
  name: 'text.md',
  kind: 'scrape',
  file,
  metadata: { 'x-tintype-receipt': JSON.stringify(receipt) },
});

t.test('a good run has its files and what is known of the page', (t) => {
  const image = {
    ...textOf({ ignored: [[1, 2, 3, 4]] }),
    name: 'image.png',
  };
  const text = textOf({ status: 200 });
  t.same(runOf(requestOf({ outputs: [image, text] })), {
    request: 'id',
    at: 5,
    image: { name: 'ab', extension: 'md', mediaType: 'text/markdown' },
    text: { name: 'ab', extension: 'md', mediaType: 'text/markdown' },
    ignored: [{ x: 1, y: 2, width: 3, height: 4 }],
    status: '200',
  });
  t.end();
});

t.test('a run fails with its request, or with one of its files', (t) => {
  const error = {
    statusCode: 422,
    error: 'x',
    message: 'The page is blank.',
    code: 'page_blank',
  } as const;
  t.same(runOf(requestOf({ status: 'failed', error })), { error: 'The page is blank.' });
  t.same(runOf(requestOf({ status: 'failed' })), { error: 'The run has no result.' });
  const outputs = [textOf({}), { name: 'image.png', kind: 'screenshot', error }];
  t.same(runOf(requestOf({ outputs })), { error: 'The page is blank.' });
  t.end();
});

t.test('a run knows which parts had not loaded', (t) => {
  const late = requestOf({ outputs: [textOf({ settled: { waited: [], missing: ['images'] } })] });
  t.match(runOf(late), { missing: ['images'] });
  const broken = requestOf({ outputs: [textOf({ images: { broken: 3 }, incomplete: true })] });
  t.notOk('missing' in runOf(broken), 'broken images are none');
  t.end();
});
