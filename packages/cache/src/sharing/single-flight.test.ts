import { RenderError } from '@tintype/contract';
import t from 'tap';
import { createSingleFlight } from './single-flight.ts';

/** Work that a test finishes by hand. */
function createWork() {
  let end: (value: string) => void = () => {};
  let fail: (error: unknown) => void = () => {};
  let started = 0;
  let signal: AbortSignal | undefined;
  return {
    work: (given: AbortSignal) => {
      started += 1;
      signal = given;
      return new Promise<string>((resolve, reject) => {
        end = resolve;
        fail = reject;
      });
    },
    end: (value: string) => end(value),
    fail: (error: unknown) => fail(error),
    get started() {
      return started;
    },
    get isAborted() {
      return signal?.aborted;
    },
  };
}

/** Flights whose outcome can be compared as one value. */
function createFlights() {
  const flights = createSingleFlight<string>();
  return {
    async run(...given: Parameters<typeof flights.run>) {
      const { value, joined } = flights.run(...given);
      return { value: await value, joined };
    },
    get size() {
      return flights.size;
    },
  };
}

t.test('equal work is done once, other work beside it', async (t) => {
  const flights = createFlights();
  const made = createWork();
  const first = flights.run('a', undefined, made.work);
  const second = flights.run('a', undefined, () => Promise.reject(new Error('not me')));
  const other = flights.run('b', undefined, async () => 'b');
  t.same(await other, { value: 'b', joined: false });
  made.end('a');
  t.same(await first, { value: 'a', joined: false });
  t.same(await second, { value: 'a', joined: true });
  t.equal(made.started, 1);
  t.equal(flights.size, 0);
});

t.test('an error goes to all who wait, and the next call starts again', async (t) => {
  const flights = createFlights();
  const made = createWork();
  const all = [1, 2].map(() => flights.run('a', undefined, made.work));
  const error = new RenderError('timeout');
  made.fail(error);
  for (const one of all) await t.rejects(one, error);
  t.same(await flights.run('a', undefined, async () => 'new'), { value: 'new', joined: false });
});

t.test('an aborted caller leaves alone, also the one that started the work', async (t) => {
  const flights = createFlights();
  const made = createWork();
  const controllers = [0, 1, 2].map(() => new AbortController());
  const all = controllers.map(({ signal }) => flights.run('a', signal, made.work));
  controllers[0]?.abort();
  await t.rejects(all[0] as Promise<unknown>, { code: 'cancelled' });
  controllers[1]?.abort(new RenderError('timeout'));
  await t.rejects(all[1] as Promise<unknown>, { code: 'timeout' });
  t.equal(made.isAborted, false);
  made.end('done');
  t.same(await all[2], { value: 'done', joined: true });
});

t.test('aborts the work when all callers have left; a new one does not join it', async (t) => {
  const flights = createFlights();
  const made = createWork();
  const controller = new AbortController();
  const all = [1, 2].map(() => flights.run('a', controller.signal, made.work));
  controller.abort();
  for (const one of all) await t.rejects(one, { code: 'cancelled' });
  t.equal(made.isAborted, true);
  t.same(await flights.run('a', undefined, async () => 'new'), { value: 'new', joined: false });
  made.fail(new Error('ended'));
  await t.rejects(flights.run('a', controller.signal, made.work), { code: 'cancelled' });
  t.equal(made.started, 1, 'nothing starts for an aborted caller');
});
