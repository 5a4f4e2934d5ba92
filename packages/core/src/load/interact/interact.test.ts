import t from 'tap';
import { recordWork } from '../../fixtures/recording-page.ts';
import { interacts } from './interact.ts';

t.test('interacts with a page only if the request requires it', async (t) => {
  const isTouched = (parameters: object) => {
    const { page, request } = recordWork(parameters);
    return interacts(page, request);
  };
  t.notOk(isTouched({}));
  t.notOk(isTouched({ selector: 'p', delay: 1 }), 'what the second half does');
  t.ok(isTouched({ click_selector: 'a' }));
  t.ok(isTouched({ inject_css: 'p{}' }));
  t.ok(isTouched({ wait_for_function: 'done' }));
  t.ok(isTouched({ hide_selectors: ['nav'] }));
  t.notOk(
    isTouched({ kind: 'scrape', hide_selectors: ['nav'] }),
    'a scrape leaves them out itself',
  );
});
