import t from 'tap';
import { createPicker } from './pick-endpoint.ts';
import type { RemoteEndpoint } from './remote-endpoint.ts';

interface Wishes {
  isDue?: boolean;
  mayBeAsked?: boolean;
  dueAt?: number;
}

function endpoint(wishes: Wishes = {}): RemoteEndpoint & Wishes {
  let load = 0;
  return {
    isDue: true,
    mayBeAsked: true,
    dueAt: 0,
    ...wishes,
    get load() {
      return load;
    },
    claim() {
      load += 1;
      return () => void (load -= 1);
    },
  } as unknown as RemoteEndpoint & Wishes;
}

const { signal } = new AbortController();
const none = new Set<RemoteEndpoint>();

t.test('the one with the fewest pages is next, and none has more than it may', async (t) => {
  const [one, two] = [endpoint(), endpoint()];
  const picker = createPicker([one, two], 2);
  const picked = await Promise.all([1, 2, 3, 4].map(() => picker.pick(none, signal)));
  t.same(
    picked.map((each) => each?.endpoint === one),
    [true, false, true, false],
  );
  const order: string[] = [];
  const first = picker.pick(none, signal).then((each) => (order.push('first'), each));
  const second = picker.pick(none, signal).then((each) => (order.push('second'), each));
  await new Promise((resolve) => setImmediate(resolve));
  t.same(order, [], 'both wait');
  picked[1]?.free();
  t.equal((await first)?.endpoint, two);
  t.same(order, ['first']);
  t.equal(two.load, 2);
  picked[0]?.free();
  t.equal((await second)?.endpoint, one);
});

t.test('what waits for room ends with its signal', async (t) => {
  const picker = createPicker([endpoint()], 1);
  await picker.pick(none, signal);
  const waiting = new AbortController();
  const pending = picker.pick(none, waiting.signal);
  waiting.abort(new Error('enough'));
  await t.rejects(pending, /enough/);
});

t.test('a suspended one is tried if no other is left, but not immediately', async (t) => {
  const dueAt = performance.now() + 60_000;
  const [late, soon] = [
    endpoint({ isDue: false, dueAt: dueAt + 1 }),
    endpoint({ isDue: false, dueAt }),
  ];
  const picker = createPicker([late, soon], 1);
  t.equal((await picker.pick(none, signal))?.endpoint, soon);
  t.equal((await picker.pick(none, signal))?.endpoint, late);
  t.equal(await picker.pick(none, signal), undefined, 'both are asked already');
  const asked = createPicker([endpoint({ isDue: false, mayBeAsked: false, dueAt })], 1);
  t.equal(await asked.pick(none, signal), undefined);
  const works = endpoint();
  t.equal((await createPicker([late, works], 1).pick(none, signal))?.endpoint, works);
  t.equal(await createPicker([works], 9).pick(new Set([works]), signal), undefined);
});

t.test('one that is due again has room while the others are full', async (t) => {
  const full = endpoint();
  const back = endpoint({ isDue: false, dueAt: performance.now() + 20 });
  const picker = createPicker([full, back], 1);
  await picker.pick(none, signal);
  const pending = picker.pick(none, signal);
  back.isDue = true;
  t.equal((await pending)?.endpoint, back);
});
