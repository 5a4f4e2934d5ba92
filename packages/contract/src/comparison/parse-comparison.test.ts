import t from 'tap';
import { parseComparison } from './parse-comparison.ts';

const before = { request: 'a' };
const page = { kind: 'screenshot', url: 'https://example.com/' };

t.test('reads stored sides and pages', async (t) => {
  t.same(parseComparison({ before, after: { request: 'b', output: 'c.png' }, ignore: null }), {
    before: { id: 'a' },
    after: { id: 'b', output: 'c.png' },
    options: {},
  });
  const area = { x: 1, y: 2, width: 3, height: 4 };
  const given = { before, after: page, ignore: [area], ignore_text: ['\\d+'], threshold: 0.2 };
  t.match(parseComparison(given), {
    after: { request: { kind: 'screenshot', format: 'png' }, mediaType: 'image/png', ignored: [] },
    options: { ignore: [area], ignoreText: ['\\d+'], threshold: 0.2 },
  });
  const jpeg = parseComparison({ before, after: { ...page, format: 'jpeg' } });
  t.match(jpeg.after, { request: { format: 'jpeg' } }, 'a format that is named stays');
  const scrape = parseComparison({ before, after: { ...page, kind: 'scrape' } });
  t.match(scrape.after, { mediaType: /^text\/markdown/ });
});

t.test('names the side and the part that is wrong', async (t) => {
  const area = { x: 0, y: 0, width: 1, height: 1 };
  const cases: [object, code: string, parameter: string][] = [
    [{ before }, 'missing_parameter', 'after'],
    [{ before, after: null }, 'missing_parameter', 'after'],
    [{ before, after: 'https://example.com' }, 'invalid_parameter', 'after'],
    [{ before, after: [] }, 'invalid_parameter', 'after'],
    [{ before, after: {} }, 'missing_parameter', 'after.kind'],
    [{ before, after: { kind: 'screenshot' } }, 'missing_parameter', 'after.url'],
    [{ before, after: { ...page, widht: 1 } }, 'unknown_parameter', 'after.widht'],
    [{ before, after: { ...page, async: true } }, 'invalid_parameter', 'after.async'],
    [{ before, after: { ...page, kind: 'pdf' } }, 'invalid_parameter', 'after.kind'],
    [{ before, after: { ...before, url: 'x' } }, 'unknown_parameter', 'after.url'],
    [{ before, after: { request: 1 } }, 'invalid_parameter', 'after.request'],
    [{ before, after: { request: 'x'.repeat(65) } }, 'invalid_parameter', 'after.request'],
    [{ before, after: before, ignore: Array(101).fill(area) }, 'invalid_parameter', 'ignore'],
    [{ before, after: before, ignore: [{ x: 0 }] }, 'invalid_parameter', 'ignore'],
    [{ before, after: before, ignore_text: ['('] }, 'invalid_parameter', 'ignore_text'],
    [
      { before, after: before, ignore_text: Array(101).fill('a') },
      'invalid_parameter',
      'ignore_text',
    ],
    [
      { before, after: before, ignore_text: ['a'.repeat(1001)] },
      'invalid_parameter',
      'ignore_text',
    ],
    [{ before, after: before, threshold: 2 }, 'invalid_parameter', 'threshold'],
    [{ before, after: before, more: 1 }, 'unknown_parameter', 'more'],
  ];
  for (const [given, code, parameter] of cases) {
    const read = () => parseComparison(given as Record<string, unknown>);
    t.throws(read, { code, details: [{ parameter }] }, JSON.stringify(given).slice(0, 100));
  }
});
