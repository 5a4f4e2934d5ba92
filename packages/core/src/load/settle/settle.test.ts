import t from 'tap';
import { recordWork } from '../../fixtures/recording-page.ts';
import { EvaluationError } from '../../page/page-handle.ts';
import { watchDocument } from '../navigate/navigate.ts';
import type { Revealed } from '../../page/in-page/reveal.ts';
import type { SettledDocument } from './in-page/settle-page.ts';
import { createSettler } from './settle.ts';

const calm: SettledDocument = {
  url: 'https://a.example/',
  title: 'A',
  status: 200,
  icon: '',
  isTall: false,
  height: 600,
  isEmpty: false,
  hasForeignFrames: false,
  isAnimated: false,
  missing: [],
  skippedLoad: false,
  busy: false,
};

type Look = (open: ReturnType<typeof openPage>) => Partial<SettledDocument>;

interface PageScript {
  parameters?: object;
  /** Result of each look at the page; the last one repeats. */
  looks?: readonly Look[];
  listeners?: readonly string[];
  bringIntoView?: () => Revealed;
}

/** A page that was loaded, with what looking at it comes to. */
function openPage({ parameters, looks = [], listeners = [], bringIntoView }: PageScript = {}) {
  let number = 0;
  const work = recordWork(parameters ?? {}, [], {
    evaluate(expression) {
      if (/return bringIntoView\(/.test(expression)) return bringIntoView?.();
      if (/return currentUrl\(/.test(expression)) return 'https://hostile.example/';
      if (!/return settlePage\(/.test(expression)) return undefined;
      const look = looks[Math.min(number, looks.length - 1)];
      number += 1;
      return { ...calm, ...look?.(page) };
    },
    commands: {
      'Runtime.evaluate': () => ({ result: { objectId: 'O' } }),
      'DOMDebugger.getEventListeners': () => ({ listeners: listeners.map((type) => ({ type })) }),
    },
  });
  t.teardown(() => work.context.deadline.dispose());
  const watch = watchDocument(work.page);
  const show = (loaderId: string, ...names: string[]) => {
    for (const name of ['init', 'DOMContentLoaded', ...names]) {
      work.emit('Page.lifecycleEvent', { frameId: 'F', loaderId, name });
    }
  };
  show('L1');
  const settler = createSettler(work.page, work.request, { watch, eventName: 'E', seen: {} });
  const asked = () => work.expressions.filter((each) => /return settlePage\(/.test(each));
  const page = { ...work, watch, show, settler, asked };
  return page;
}

t.test('captures a page that stays once', async (t) => {
  const { settler, asked } = openPage();
  t.same(await settler.settle(), calm);
  t.equal(asked().length, 1);
});

t.test('captures a page again that navigates away meanwhile', async (t) => {
  const { settler } = openPage({
    looks: [
      ({ show }) => {
        show('L2');
        return { title: 'on the way' };
      },
      () => ({ title: 'arrived' }),
    ],
  });
  t.equal((await settler.settle()).title, 'arrived');
});

t.test('waits again for a document that is replaced during the inspection', async (t) => {
  const { settler } = openPage({
    looks: [
      ({ show }) => {
        setImmediate(() => show('L2'));
        throw new Error('Execution context was destroyed.');
      },
      () => ({ title: 'the next' }),
    ],
  });
  t.equal((await settler.settle()).title, 'the next');
});

t.test('waits for the load event if the page listens to it', async (t) => {
  const skipped = () => ({ skippedLoad: true });
  const waiting = openPage({ looks: [skipped], listeners: ['click', 'load'] });
  await waiting.settler.settle();
  t.match(
    waiting.asked().map((each) => /"load":(true|false)/.exec(each)?.[1]),
    ['false', 'true'],
  );
  const careless = openPage({ looks: [skipped], listeners: ['click'] });
  await careless.settler.settle();
  t.equal(careless.asked().length, 1);
});

t.test('waits once for an empty page until the network is idle', async (t) => {
  const { settler, asked } = openPage({
    looks: [
      ({ show }) => {
        setImmediate(() => show('L1', 'networkIdle'));
        return { isEmpty: true };
      },
    ],
  });
  t.equal((await settler.settle()).isEmpty, true);
  t.equal(asked().length, 2);
  await settler.settle();
  t.equal(asked().length, 3, 'what was waited for is not waited for again');
});

t.test('shows a page as it is if it cannot be inspected', async (t) => {
  const { settler } = openPage({
    looks: [
      ({ show }) => {
        setImmediate(() => show('L1', 'load'));
        throw new EvaluationError('document.querySelectorAll is not a function');
      },
    ],
  });
  t.match(await settler.settle(), {
    url: 'https://hostile.example/',
    title: '',
    missing: ['other resources'],
  });
});

t.test('reports errors that the page did not cause', async (t) => {
  const { settler } = openPage({
    looks: [
      () => {
        throw new TypeError('a mistake of ours');
      },
    ],
  });
  await t.rejects(settler.settle(), /a mistake of ours/);
});

const tall = { ...calm, isTall: true, height: 3000 };
const whole = { full_page: true };

t.test('scrolls once through a page that does not change', async (t) => {
  let isSame = false;
  const page = openPage({
    parameters: whole,
    bringIntoView: () => ({ reachedEnd: true, height: 3000, isSame }),
  });
  const scrolls = async (settled: SettledDocument) => {
    const before = page.expressions.length;
    await page.settler.reveal(settled, page.context);
    return page.expressions.length > before;
  };
  t.ok(await scrolls(tall));
  isSame = true;
  t.ok(await scrolls(tall), 'something had come into view');
  t.notOk(await scrolls(tall));
  t.notOk(await scrolls({ ...tall, height: 2000 }), 'nor when it is lower, as in print');
  t.ok(await scrolls({ ...tall, height: 3001 }), 'but when it is taller');
  page.show('L2');
  t.ok(await scrolls(tall), 'and so is another document');
});

t.test('scrolls through a tall page if the image shows all of it', async (t) => {
  let reachedEnd = true;
  const page = openPage({
    parameters: whole,
    bringIntoView: () => ({ reachedEnd, height: 3000, isSame: false }),
  });
  await page.settler.reveal(calm, page.context);
  t.equal(page.expressions.length, 0, 'a page of one window is not scrolled');
  await page.settler.reveal(tall, page.context);
  t.equal(page.asked().length, 1, 'it settles again');
  t.same(page.warnings, []);
  reachedEnd = false;
  await page.settler.reveal(tall, page.context);
  t.match(page.warnings, [/^The page kept growing while it was brought into view/]);
  const window = openPage();
  t.equal(await window.settler.reveal(tall, window.context), tall);
  t.equal(window.expressions.length, 0);
});

t.test('waits for the load event of a page without scripts first', async (t) => {
  const page = openPage({ parameters: { kind: 'scrape', format: 'md', js_enabled: false } });
  const settling = page.settler.settle();
  await new Promise((resolve) => setTimeout(resolve, 5));
  t.equal(page.asked().length, 0);
  page.show('L1', 'load');
  await settling;
  t.match(page.asked()[0], /"medium":"bare"/);
});
