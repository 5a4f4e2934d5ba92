import t from 'tap';
import { recordWork, type PageAnswers } from '../../fixtures/recording-page.ts';
import { targetOf, watchDocument } from '../../load/navigate/navigate.ts';
import { loadHtml } from './load-html.ts';

function open(navigate: (emit: (name: string, loaderId: string) => void) => object) {
  let answer = () => ({});
  const answers: PageAnswers = { commands: { 'Page.navigate': () => answer() } };
  const work = recordWork({ html: 'x' }, [], answers);
  t.teardown(() => work.context.deadline.dispose());
  const watch = watchDocument(work.page);
  const emit = (name: string, loaderId: string) =>
    work.emit('Page.lifecycleEvent', { frameId: 'F', loaderId, name });
  for (const name of ['init', 'DOMContentLoaded', 'load']) emit(name, 'before');
  answer = () => navigate(emit);
  let restarts = 0;
  const loaded = { watch, served: { site: undefined }, restart: () => void (restarts += 1) };
  const run = () => loadHtml(work, loaded, targetOf(work.request, work.context));
  return { run, emit, restarts: () => restarts };
}

t.test('reports HTML immediately that never loads', async (t) => {
  for (const loaderId of ['next', undefined]) {
    const { run } = open(() => ({ loaderId, errorText: 'net::ERR_ABORTED' }));
    await t.rejects(run(), { code: 'navigation_failed', message: /ERR_ABORTED/ });
  }
});

t.test('ignores lifecycle events of the previous document', async (t) => {
  const { run, emit, restarts } = open((tell) => {
    setTimeout(() => {
      tell('init', 'next');
      t.equal(isDone, false);
      tell('DOMContentLoaded', 'next');
    });
    return { loaderId: 'next' };
  });
  let isDone = false;
  await run().then(() => (isDone = true));
  t.equal(restarts(), 1);
  emit('init', 'later');
});

t.test('handles HTML that navigates before the wait starts', async (t) => {
  const { run } = open((tell) => {
    for (const loaderId of ['next', 'elsewhere']) tell('init', loaderId);
    tell('DOMContentLoaded', 'elsewhere');
    return { loaderId: 'next' };
  });
  await run();
  t.pass('it is followed');
});
