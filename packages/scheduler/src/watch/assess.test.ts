import type { MonitorNoise } from '@tintype/contract/wire';
import t from 'tap';
import { assess } from './assess.ts';
import type { Assessment, CompareSnapshots, Run } from './assessment.ts';
import { newState, stateFor, statusOf, type MonitorState, type Snapshot } from './monitor-state.ts';

/**
 * A page of two parts. A load is written `A1`: the letter is its content, and what follows differs
 * each time. `A1@20`: 20 minutes after the first one. `A1-images`: without its images.
 */
function page(load: string): Snapshot {
  const [, request = '', minutes = '0', part] = /^([^@-]+)(?:@(\d+))?(?:-(\w+))?$/.exec(load) ?? [];
  return { request, at: Number(minutes) * 60_000, ...(part && { missing: [part] }) };
}
const ad: MonitorNoise = { text: '^ad$' };
const whole: MonitorNoise = { text: '^content$' };
/** Of a page `W1`, all of which differs each time. */
const image = { area: { x: 0, y: 0, width: 100, height: 31 } };

/** Contents that are no longer stored. */
let gone = new Set<string>();

const compare: CompareSnapshots = async ({ request: before }, { request: after }, noise) => {
  if (gone.has(before)) return 'gone';
  const has = (one: MonitorNoise) => noise.some(({ text }) => text === one.text);
  const isOther = before[0] !== after[0] && !has(whole);
  const isNoisy = before[0] !== 'W' && before.slice(1) !== after.slice(1) && !has(ad);
  const isWide = before[0] === 'W' && before !== after && !noise.some(({ area }) => area);
  return {
    size: { width: 100, height: 100 },
    score: (isWide ? 1 : 0) + (isOther ? 0.5 : 0) + (isNoisy ? 0.25 : 0),
    noise: [...(isWide ? [image] : []), ...(isOther ? [whole] : []), ...(isNoisy ? [ad] : [])],
  };
};

interface Options {
  threshold?: number;
  confirm?: boolean;
  state?: MonitorState;
}

/** Checks loads one after the other; `!` fails. Returns the outcomes, and the last assessment. */
async function watch(loads: string, { threshold = 0, confirm = true, state }: Options = {}) {
  const told: string[] = [];
  let last: Assessment | undefined;
  let present = state ?? newState('k');
  for (const load of loads.split(' ')) {
    const run: Run = load === '!' ? { error: 'Not found' } : page(load);
    last = await assess(present, run, { threshold, confirm }, compare);
    present = last.state;
    told.push([last.outcome, ...last.events].join('+') + (last.runsAgain ? '*' : ''));
  }
  return { told: told.join(' '), state: present, last };
}

// `*`: the page is rendered again at once.
const cases: [title: string, loads: string, told: string, options?: Options][] = [
  ['two loads, and nothing changes', 'A A A A', 'calibrating* baseline same same'],
  ['a change is confirmed', 'A A B B B', 'calibrating* baseline unconfirmed* changed+changed same'],
  ['a change that passes', 'A A B A A', 'calibrating* baseline unconfirmed* same same'],
  [
    'another change at the second load',
    'A A B C C',
    'calibrating* baseline unconfirmed* same unconfirmed*',
  ],
  [
    'a change without confirmation',
    'A A B',
    'calibrating* baseline changed+changed',
    { confirm: false },
  ],
  ['noise of the first two loads', 'A1 A2 A3 A4', 'calibrating* baseline same same'],
  ['a change beside noise', 'A1 A2 B3 B4', 'calibrating* baseline unconfirmed* changed+changed'],
  [
    'noise that comes later is learned when it is seen again',
    'A A A1 A2 A3 A4 A5',
    'calibrating* baseline unconfirmed* same unconfirmed* same same',
  ],
  [
    'a change together with new noise',
    'A A B1 B2 B2',
    'calibrating* baseline unconfirmed* changed+changed same',
  ],
  [
    'below the threshold',
    'A A A1 B',
    'calibrating* baseline same unconfirmed*',
    { threshold: 0.3 },
  ],
  ['one failure', 'A A ! A', 'calibrating* baseline failed* same'],
  [
    'failures are sent once, and so is the recovery',
    'A A ! ! ! A A',
    'calibrating* baseline failed* failed+failed failed same+recovered same',
  ],
  [
    'each series of failures is sent',
    '! ! A ! !',
    'failed* failed+failed calibrating+recovered* failed* failed+failed',
  ],
  ['a failure first', '! A A', 'failed* calibrating* baseline'],
  ['a failure between two loads', 'A ! A A', 'calibrating* failed* baseline same'],
  [
    'a failure before the confirmation',
    'A A B ! B',
    'calibrating* baseline unconfirmed* failed* changed+changed',
  ],
  [
    'a change after failures is confirmed, too',
    'A A ! ! B B',
    'calibrating* baseline failed* failed+failed unconfirmed+recovered* changed+changed',
  ],
  [
    'a first load of another hour shows no noise',
    'A ! ! B@60 B@61 B@120 A@121 A@122',
    'calibrating* failed* failed+failed calibrating+recovered* baseline same unconfirmed* changed+changed',
  ],
  [
    'second loads that always come late',
    'A1 A2@20 A3@40 A3@60 A3@80 B3@99',
    'calibrating* calibrating* calibrating* baseline same unconfirmed*',
  ],
  [
    'a second load of another hour is a new first one, unless it shows the same',
    'A A B ! ! C@60 C@61 D@120 D@180',
    'calibrating* baseline unconfirmed* failed* failed+failed unconfirmed+recovered* changed+changed unconfirmed* changed+changed',
  ],
  [
    'a page that differs as a whole each time is accepted at last',
    'W1 W2 W3 W4 W5 W6',
    'calibrating* calibrating* calibrating* baseline unconfirmed* same',
  ],
  [
    'a part that stays missing does not stop the monitor',
    'A A A-images A-images A-images B-images B-images B-images',
    'calibrating* baseline failed* same same unconfirmed* changed+changed same',
  ],
  [
    'a part that is missing once',
    'A A A-images A A-images A A-images A-fonts',
    'calibrating* baseline failed* same failed* same failed* failed+failed',
  ],
  [
    'a change after failures, without confirmation',
    'A A ! ! B',
    'calibrating* baseline failed* failed+failed changed+recovered+changed',
    { confirm: false },
  ],
];

for (const [title, loads, told, options] of cases) {
  t.test(title, async (t) => {
    gone = new Set();
    t.equal((await watch(loads, options)).told, told);
  });
}

t.test('an accepted variant is no change', async (t) => {
  gone = new Set();
  const { state } = await watch('A A');
  const accepted = { ...state, variants: [page('B'), page('C')] };
  const { told, state: later } = await watch('C B A D D', { state: accepted });
  t.equal(told, 'variant variant same unconfirmed* changed+changed');
  t.equal(later.baseline?.request, 'D');
  t.same(later.variants, accepted.variants, 'they stay');
  t.equal((await watch('D B B', { state: accepted })).told, 'unconfirmed* variant variant');
});

t.test('files that are no longer stored', async (t) => {
  gone = new Set();
  const { state } = await watch('A A B');
  gone = new Set(['B']);
  t.equal((await watch('B B', { state })).told, 'unconfirmed* unconfirmed*', 'of the change');
  const accepted = { ...state, variants: [page('X'), page('B'), page('C')] };
  gone = new Set(['X']);
  const variant = await watch('C', { state: accepted });
  t.match(variant, { told: 'variant', state: { variants: [page('B'), page('C')] } });
  gone = new Set(['A']);
  const { told, last } = await watch('A9', { state });
  t.equal(told, 'calibrating*', 'of the accepted page');
  t.match(last?.note, /^The files of the accepted page are no longer stored/);
  t.notOk(last?.state.pending);
  gone = new Set();
});

t.test('a run whose own files are gone is never accepted', async (t) => {
  gone = new Set(['A']);
  const { told, state } = await watch('A B B');
  t.equal(told, 'failed* calibrating* baseline');
  t.equal(state.baseline?.request, 'B');
  gone = new Set();
});

t.test('a page that cannot be compared is never accepted', async (t) => {
  const fails: CompareSnapshots = () => Promise.reject(new Error('Images of at most 25'));
  const watched = { threshold: 0, confirm: true };
  await t.rejects(assess(newState('k'), page('A'), watched, fails), /Images of at most/);
});

t.test('a check says what is special', async (t) => {
  gone = new Set();
  const noteOf = async (loads: string, options?: Options) =>
    (await watch(loads, options)).last?.note;
  t.equal(await noteOf('A A A'), undefined);
  t.match(await noteOf('W1 W2 W3 W4'), /^More than 30 % of the image differs each time/);
  t.match(await noteOf('W1 W2 W3 W4 W5 W6'), /^More than 30 % .* between two loads/);
  t.equal(await noteOf('A1 A2@20 A3@40'), undefined);
  t.match(await noteOf('A1 A2@20 A3@40 A4@60'), /^Second loads came more than ten minutes after/);
  t.match(await noteOf('A A A-images A-images'), /^Parts did not load, .*: images\.$/);
  t.match((await watch('A A A-images')).last?.error, /^The page did not finish loading: images/);
  const { state } = await watch('A A');
  t.match(
    await noteOf('A', { state: stateFor('other', state) }),
    /^The task renders something else/,
  );
  t.equal(await noteOf('A', { state: stateFor('k', state) }), undefined);
  t.equal(await noteOf('A A', { state: stateFor('other', state) }), undefined, 'once');
  const partly: CompareSnapshots = async () => ({ score: 0, noise: [], note: 'Not all.' });
  const watched = { threshold: 0, confirm: true };
  t.equal((await assess(state, page('A'), watched, partly)).note, 'Not all.');
  const { noise } = (await watch('W1 W2 W3 W4')).state;
  t.same(noise, [], 'nothing is learned');
});

t.test('a check has both states, and figures without the noise', async (t) => {
  gone = new Set();
  const { last } = await watch('A A B1 B2');
  t.match(last, { before: page('A'), after: page('B2'), difference: { score: 0.5 } });
  const { last: failure } = await watch('A A !');
  t.match(failure, { error: 'Not found', outcome: 'failed' });
  t.notOk(failure?.after);
});

t.test('the status of a monitor', async (t) => {
  gone = new Set();
  const statusAfter = async (loads: string) => statusOf((await watch(loads)).state);
  t.equal(statusOf(newState('k')), 'calibrating');
  t.equal(await statusAfter('A'), 'calibrating');
  t.equal(await statusAfter('A A'), 'watching');
  t.equal(await statusAfter('A A B'), 'confirming');
  t.equal(await statusAfter('A A B B'), 'watching');
  t.equal(await statusAfter('A A !'), 'failing');
});
