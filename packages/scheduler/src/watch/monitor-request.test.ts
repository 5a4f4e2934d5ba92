import type { ScreenshotRequest } from '@tintype/contract';
import type { Watch } from '@tintype/contract/wire';
import { checkValue } from '@tintype/contract/read';
import t from 'tap';
import { readMonitorRequest } from './monitor-request.ts';
import { watchField } from './watch-field.ts';

function watchOf(given: object): Watch {
  const { value } = checkValue(watchField, given, 'watch') as { value: Watch };
  return value;
}

const taskOf = (given: object, query = 'url=https%3A%2F%2Fexample.com', kind = 'screenshot') => ({
  kind,
  query,
  watch: watchOf(given),
});

const outputsOf = (given: object, query?: string, kind?: string) =>
  readMonitorRequest(taskOf(given, query, kind)).outputs.filter(
    ({ name }) => name !== 'elements.json',
  );

t.test('the files that are compared', (t) => {
  const names = (on: string) =>
    outputsOf({ on, ...(on === 'selector' && { selector: 'h1' }) }).map(({ name }) => name);
  t.same(names('any'), ['image.png', 'text.md']);
  t.same(names('visual'), ['image.png']);
  for (const on of ['text', 'selector', 'status', 'metadata']) t.same(names(on), ['text.md'], on);
  t.end();
});

t.test('elements are read beside an image that shows the page from its top, in its size', (t) => {
  const hasElements = (more: string, kind?: string) =>
    readMonitorRequest(taskOf({}, `url=https://example.com${more}`, kind)).outputs.some(
      ({ name }) => name === 'elements.json',
    );
  const clip = '&clip_x=10&clip_y=100&clip_width=50&clip_height=50';
  for (const part of [clip, '&selector=h1', '&image_width=300', '&image_height=200']) {
    t.equal(hasElements(part), false, part);
  }
  t.equal(hasElements('&full_page=true'), true);
  t.equal(hasElements('&selector=h1', 'scrape'), true, 'its image shows the whole page');
  t.end();
});

t.test('parameters of the query belong to the page or to its file', (t) => {
  const query = 'url=https://example.com&format=jpeg&dark_mode=true&selector=main';
  const { request, outputs } = readMonitorRequest(taskOf({}, query));
  t.match(request, { url: 'https://example.com/', dark_mode: true });
  t.match(outputs[0]?.request, { kind: 'screenshot', selector: 'main', format: 'png' });
  t.match(outputs.at(-1)?.request, { kind: 'scrape', format: 'md', selector: 'main' });
  const [image, text] = outputsOf({}, 'url=https://example.com&format=html', 'scrape');
  t.match(image?.request, { kind: 'screenshot', full_page: true, format: 'png' });
  t.match(text?.request, { kind: 'scrape', format: 'md' });
  t.end();
});

t.test('runs of bad pages fail, except where the status is watched', (t) => {
  const failsOn = (given: object, query?: string) => outputsOf(given, query)[0]?.request.fail_on;
  t.same(failsOn({}), ['blank', 'blocked', 'http_error', 'session_expired']);
  t.ok(failsOn({}, 'url=https://a.example&fail_on=broken_images')?.includes('broken_images'));
  t.equal(failsOn({ on: 'status' }), undefined);
  t.end();
});

t.test('the webhook is of events', (t) => {
  const query = 'url=https://a.example&webhook_url=https://hooks.example/x&webhook_signed=false';
  const { webhook, request } = readMonitorRequest(taskOf({}, query));
  t.same(webhook, { url: 'https://hooks.example/x', signed: false });
  t.equal(request.webhook_url, undefined);
  t.end();
});

t.test('the key changes with what is rendered', (t) => {
  const keyOf = (given: object, query?: string) => readMonitorRequest(taskOf(given, query)).key;
  t.equal(keyOf({}), keyOf({ threshold: 0.5, ignore_text: ['a'], keep: 5, confirm: false }));
  t.not(keyOf({}), keyOf({ ignore_selectors: ['.a'] }), 'the text is another one');
  t.equal(keyOf({}), keyOf({}, 'url=https%3A%2F%2Fexample.com&webhook_url=https://a.example'));
  t.not(keyOf({}), keyOf({ on: 'text' }));
  t.not(keyOf({}), keyOf({}, 'url=https%3A%2F%2Fexample.com&dark_mode=true'));
  const url = 'url=https%3A%2F%2Fexample.com';
  for (const same of ['cache_ttl=500', 'timeout=50000', 'retry_times=2', 'dark_mode=false']) {
    t.equal(keyOf({}), keyOf({}, `${url}&${same}`), same);
  }
  t.not(keyOf({}), keyOf({}, `${url}&selector=main`));
  t.not(keyOf({}), keyOf({}, `${url}&viewport_width=500`));
  const first = keyOf({}, `${url}&dark_mode=true&selector=main`);
  t.equal(first, keyOf({}, `${url}&selector=main&dark_mode=true`), 'in any order');
  t.equal(
    keyOf({}),
    '593cd004fae8ab8ec9778291350e6402deb7cacdbf82357d8c0cadf8dff1b7fc',
    'a release with further parameters does not change it',
  );
  t.end();
});

t.test('elements that differ each time are areas of images alone', (t) => {
  const query = 'url=https://example.com&ignore_selectors=.own';
  const task = taskOf({ ignore_selectors: ['.ad'] }, query);
  const { key: known } = readMonitorRequest(task);
  const { outputs, key } = readMonitorRequest(task, {}, ['#clock']);
  const ignored = Object.fromEntries(
    outputs.map(({ name, request }) => [name, (request as ScreenshotRequest).ignore_selectors]),
  );
  t.same(ignored['image.png'], ['.own', '.ad', '#clock']);
  t.same(ignored['text.md'], ['.ad']);
  t.equal(key, known, 'learning them changes nothing else');
  const many = Array.from({ length: 60 }, (_, at) => `#a${at}`);
  const requests = readMonitorRequest(task, {}, many).outputs.map(({ request }) => request);
  t.equal((requests[0] as ScreenshotRequest).ignore_selectors?.length, 50);
  t.end();
});

t.test('what cannot be watched', (t) => {
  const selectors = (count: number) => Array.from({ length: count }, (_, at) => `.a${at}`);
  const own = `url=https://example.com&${selectors(10)
    .map((one) => `ignore_selectors=${one}`)
    .join('&')}`;
  t.doesNotThrow(() => readMonitorRequest(taskOf({ ignore_selectors: selectors(40) }, own)));
  t.throws(() => readMonitorRequest(taskOf({ ignore_selectors: selectors(41) }, own)), {
    code: 'invalid_parameter',
    message: /must be at most 50 together; got 51\.$/,
  });
  t.throws(() => readMonitorRequest(taskOf({}, undefined, 'pdf')), {
    code: 'invalid_parameter',
    message: 'watch needs the api screenshot or scrape; got pdf.',
  });
  t.throws(() => readMonitorRequest(taskOf({}, 'url=nowhere')), /^query: url/);
  t.end();
});
