import { RenderError } from '@tintype/contract';
import t from 'tap';
import { outcomeOf } from '../fixtures/job-context.ts';
import { createLab } from '../fixtures/lab.ts';
import { keepAnswer, readAnswer, type PastAnswer } from './past-answer.ts';

t.test('an answer comes back as it was given', async (t) => {
  const { store, account } = await createLab(t);
  const answers: PastAnswer[] = [
    { kind: 'result', id: 'a', outcome: outcomeOf({ queueMs: 3, cache: 'MISS' }) },
    { kind: 'queued', id: 'b' },
    { kind: 'value', id: 'c', value: { task: { id: 7 } } },
    { kind: 'error', id: 'd', error: new RenderError('timeout', 'late', { stage: 'navigate' }) },
  ];
  for (const answer of answers) {
    const asked = { accountId: account.id, key: answer.kind, fingerprint: 'f'.repeat(64) };
    await store.idempotency.begin(asked);
    await keepAnswer(answer, asked, undefined, store);
    const found = await store.idempotency.begin(asked);
    if (found.state !== 'answered') throw new Error(found.state);
    const again = await readAnswer(found, store.fileBytes);
    t.match(again, { ...answer, ...('outcome' in answer && { outcome: { queueMs: 3 } }) });
    if (again?.kind === 'result') t.same([...again.outcome.result.body], [1]);
    if (again?.kind === 'error') t.type(again.error, RenderError);
  }
});
