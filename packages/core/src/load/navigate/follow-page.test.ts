import { RenderError } from '@tintype/contract';
import t from 'tap';
import { createDeadline } from '../../time/deadline.ts';
import { followPage, type FollowOptions } from './follow-page.ts';
import type { DocumentWatch } from './navigate.ts';

/** A page whose document changes when told. */
function openPage(again?: number) {
  const leaving = new Set<() => void>();
  let recoveries = 0;
  const watch: DocumentWatch = {
    loaderId: 'one',
    navigating: false,
    unreachableUrl: undefined,
    reached: async () => {},
    onLeft(listener) {
      leaving.add(listener);
      return () => leaving.delete(listener);
    },
  };
  const options: FollowOptions = {
    deadline: createDeadline(10_000),
    watch,
    again,
    recover: async () => void (recoveries += 1),
  };
  t.teardown(() => options.deadline.dispose());
  return {
    options,
    leave: () => leaving.forEach((listener) => listener()),
    get listeners() {
      return leaving.size;
    },
    get recoveries() {
      return recoveries;
    },
  };
}

t.test('abandons an image that never arrives when the page navigates', async (t) => {
  const page = openPage();
  const result = await followPage(page.options, ({ number, onDocument }) =>
    onDocument('one', async () => {
      if (number === 2) return 'taken';
      setImmediate(page.leave);
      return new Promise<string>(() => {});
    }),
  );
  t.equal(result, 'taken');
  t.equal(page.recoveries, 2);
  t.equal(page.listeners, 0);
});

t.test('does not capture a document that was replaced', async (t) => {
  const page = openPage();
  const result = await followPage(page.options, ({ number, onDocument }) =>
    onDocument(number === 0 ? 'none' : 'one', async () => number),
  );
  t.equal(result, 1);
});

t.test('ends later work on the result at the deadline', async (t) => {
  const page = openPage();
  const signal = await followPage(page.options, ({ onDocument }) =>
    onDocument('one', async (deadline) => deadline.signal),
  );
  page.leave();
  t.notOk(signal.aborted, 'the document may leave');
  page.options.deadline.fail(new RenderError('timeout'));
  t.match(signal.reason, { code: 'timeout' });
});

t.test('abandoned work has no further effect', async (t) => {
  const page = openPage();
  const done: number[] = [];
  await followPage(page.options, ({ number, onDocument }) =>
    onDocument('one', async (deadline) => {
      if (number === 0) setImmediate(page.leave);
      await deadline.sleep(20);
      done.push(number);
    }),
  );
  t.same(done, [1]);
});

t.test('repeats calls that failed because of a navigation', async (t) => {
  for (const message of [
    'Protocol error (Runtime.evaluate): Cannot find context with specified id',
    'Protocol error (Page.captureScreenshot): Not attached to an active page',
  ]) {
    const page = openPage();
    const result = await followPage(page.options, async ({ number }) => {
      if (number === 0) throw new RenderError('internal', undefined, { cause: new Error(message) });
      return number;
    });
    t.equal(result, 1);
  }
});

t.test('reports page_navigating if the page navigates during each capture', async (t) => {
  let looks = 0;
  const page = openPage();
  const restless = followPage(page.options, async ({ onDocument }) => {
    looks += 1;
    setImmediate(page.leave);
    return onDocument('one', () => new Promise(() => {}));
  });
  await t.rejects(restless, { code: 'page_navigating' });
  t.equal(looks, 4);
});

t.test('a recording is not restarted', async (t) => {
  const page = openPage(0);
  const gone = new Error('Inspected target navigated or closed');
  await t.rejects(
    followPage(page.options, async () => {
      throw gone;
    }),
    { code: 'page_navigating' },
  );
  t.equal(page.recoveries, 0);
});

t.test('requests a missing image once more', async (t) => {
  const page = openPage();
  let looks = 0;
  const stuck = followPage(page.options, async () => {
    looks += 1;
    throw new RenderError('page_unresponsive');
  });
  await t.rejects(stuck, { code: 'page_unresponsive' });
  t.equal(looks, 2);
});

t.test('rethrows other failures', async (t) => {
  const page = openPage();
  for (const error of [new RenderError('selector_not_found'), new TypeError('a bug')]) {
    await t.rejects(
      followPage(page.options, async () => {
        throw error;
      }),
      error,
    );
  }
  t.equal(page.recoveries, 0);
});
