import t from 'tap';
import { newDelivery, newRequest, errorBody } from './fixtures/lab.ts';
import { createClockWatch } from './create-clock-watch.ts';
import { createSqliteStore } from './sqlite/create-sqlite-store.ts';

const HOUR = 3_600_000;
const bounds = { perHost: 9, perAccount: 9, slowLane: 9 };

/** A machine with a clock that can be set, and one that cannot. */
function createMachine() {
  const machine = { wallMs: Date.UTC(2026, 10, 21, 12), steadyMs: 5_000 };
  return {
    now: () => machine.wallMs,
    steadyMs: () => machine.steadyMs,
    pass(ms: number) {
      machine.wallMs += ms;
      machine.steadyMs += ms;
    },
    set(ms: number) {
      machine.wallMs += ms;
    },
  };
}

/** A watch that has looked once when this resolves, and after each `looks`. */
function watchOf(
  t: { teardown(end: () => Promise<void>): void },
  machine: ReturnType<typeof createMachine>,
  dataDir: string,
  boot = 'one',
) {
  const store = createSqliteStore({ dataDir, now: machine.now });
  const steps: number[] = [];
  let looked = () => {};
  const watch = createClockWatch({
    store,
    now: machine.now,
    steadyMs: () => {
      setImmediate(() => looked());
      return machine.steadyMs();
    },
    boot,
    pollMs: 1,
    onStep: (step) => steps.push(step),
  });
  watch.start();
  // A watch alone keeps no program alive.
  const alive = setInterval(() => {}, 1_000);
  t.teardown(async () => {
    clearInterval(alive);
    await watch.stop();
    await store.close();
  });
  const looks = async () => {
    // The look under way may have started before what was just done.
    for (let i = 0; i < 2; i++) await new Promise<void>((resolve) => (looked = resolve));
  };
  return { store, steps, looks };
}

t.test('a clock that is set back keeps nothing waiting', async (t) => {
  const machine = createMachine();
  const { store, steps, looks } = watchOf(t, machine, t.testdir());
  await looks();
  const retried = newRequest('a');
  await store.requests.enqueue(retried, undefined);
  const [claim] = await store.requests.claim({ leaseMs: 30_000, limit: 1 });
  if (claim) await store.requests.retryLater(claim, machine.now() + 10_000);
  await store.requests.enqueue(newRequest('b'), undefined);
  await store.requests.recordFinished(newRequest('a'), { error: errorBody() }, newDelivery('a'));
  const [delivery] = await store.outbox.claimDue({ leaseMs: 1_000, limit: 1, ...bounds });
  const at = machine.now() + 20_000;
  if (delivery) await store.outbox.postpone(delivery, { error: 'x', nextAttemptAt: at });
  machine.set(-HOUR);
  t.same(await store.requests.claim({ leaseMs: 30_000, limit: 9 }), [], 'nothing is due by it');
  await looks();
  t.same(steps, [-HOUR]);
  const [other] = await store.requests.claim({ leaseMs: 30_000, limit: 9 });
  t.equal(other?.request.accountId, 'b', 'what was due is due');
  machine.pass(9_999);
  t.same(await store.requests.claim({ leaseMs: 30_000, limit: 9 }), []);
  machine.pass(1);
  const [again] = await store.requests.claim({ leaseMs: 30_000, limit: 9 });
  t.equal(again?.request.id, retried.id, 'ten seconds are ten seconds');
  t.same(await store.outbox.claimDue({ leaseMs: 1_000, limit: 1, ...bounds }), []);
  machine.pass(10_000);
  t.equal((await store.outbox.claimDue({ leaseMs: 1_000, limit: 1, ...bounds })).length, 1);
});

t.test('what was claimed between the step and the look stays with who has it', async (t) => {
  const machine = createMachine();
  const { store, steps, looks } = watchOf(t, machine, t.testdir());
  await looks();
  await store.requests.enqueue(newRequest('a'), undefined);
  await store.requests.enqueue(newRequest('b'), undefined);
  const stuck = await store.requests.claim({ leaseMs: 1_000, limit: 1 });
  machine.pass(1_000);
  machine.set(-HOUR);
  await store.requests.enqueue(newRequest('c'), undefined);
  const claims = await store.requests.claim({ leaseMs: 30_000, limit: 1 });
  t.equal(claims[0]?.request.accountId, 'c');
  await looks();
  t.same(steps, [-HOUR]);
  const due = await store.requests.claim({ leaseMs: 30_000, limit: 9 });
  t.same(
    due.map(({ request }) => request.accountId),
    ['b'],
    'it is not claimed twice',
  );
  machine.pass(120_000);
  const later = await store.requests.claim({ leaseMs: 30_000, limit: 9 });
  t.ok(
    later.some(({ request }) => request.id === stuck[0]?.request.id),
    'what had run out is claimed again',
  );
});

t.test('a clock that is set forward takes nothing from who has it', async (t) => {
  const machine = createMachine();
  const { store, steps, looks } = watchOf(t, machine, t.testdir());
  await looks();
  await store.requests.enqueue(newRequest('a'), undefined);
  const [claim] = await store.requests.claim({ leaseMs: 30_000, limit: 1 });
  machine.set(HOUR);
  await looks();
  t.same(steps, [HOUR]);
  t.same(await store.requests.claim({ leaseMs: 30_000, limit: 1 }), [], 'its lease is as long');
  machine.pass(30_000);
  const [next] = await store.requests.claim({ leaseMs: 30_000, limit: 1 });
  t.equal(next?.request.id, claim?.request.id, 'and no longer');
});

t.test('of two processes one moves what waits', async (t) => {
  const machine = createMachine();
  const dataDir = t.testdir();
  const [one, other] = [watchOf(t, machine, dataDir), watchOf(t, machine, dataDir)];
  await one.looks();
  await other.looks();
  await one.store.requests.enqueue(newRequest('a'), undefined);
  const before = await one.store.requests.nextDueAt();
  machine.set(-HOUR);
  await one.looks();
  await other.looks();
  t.equal(await one.store.requests.nextDueAt(), (before ?? 0) - HOUR);
  t.same([one.steps, other.steps], [[-HOUR], [-HOUR]], 'both look again');
});

t.test('time that passes is no step, nor is a clock that is trimmed', async (t) => {
  const machine = createMachine();
  const { store, steps, looks } = watchOf(t, machine, t.testdir());
  await looks();
  await store.requests.enqueue(newRequest('a'), undefined);
  const before = await store.requests.nextDueAt();
  for (const ms of [500, -500, 1_500]) {
    machine.pass(HOUR);
    machine.set(ms);
    await looks();
  }
  t.same(steps, []);
  t.equal(await store.requests.nextDueAt(), before);
});

t.test('a machine that restarts with a clock that was set back', async (t) => {
  const machine = createMachine();
  const dataDir = t.testdir();
  const store = createSqliteStore({ dataDir, now: machine.now });
  await store.followClock({ boot: 'one', offsetMs: 7 });
  await store.requests.enqueue(newRequest('a'), undefined);
  await store.close();
  machine.set(-HOUR);
  const { steps, looks, store: again } = watchOf(t, machine, dataDir, 'two');
  await looks();
  t.same(steps, [-HOUR]);
  t.equal((await again.requests.claim({ leaseMs: 1_000, limit: 1 })).length, 1);
});
