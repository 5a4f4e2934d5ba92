import type { StateCookie, StorageState } from '@tintype/contract';
import t from 'tap';
import { mergeStates } from './merge-states.ts';

const nowS = 1_000;

function cookie(text: string, more: Partial<StateCookie> = {}): StateCookie {
  const [name = '', value = ''] = text.split('=');
  const usual = { domain: 'a.example', path: '/', httpOnly: false, secure: false };
  return { name, value, ...usual, ...more };
}

/** Cookies as `name=value`, and local storage by origin. */
function state(
  cookies: readonly (string | StateCookie)[],
  origins: Record<string, Record<string, string>> = {},
): StorageState {
  return {
    cookies: cookies.map((one) => (typeof one === 'string' ? cookie(one) : one)),
    origins: Object.entries(origins).map(([origin, items]) => ({
      origin,
      localStorage: Object.entries(items).map(([name, value]) => ({ name, value })),
    })),
  };
}

const merge = (base: StorageState, mine: StorageState, stored: StorageState) =>
  mergeStates({ base, mine, stored, nowS });
const pairs = (merged: StorageState | undefined) =>
  merged?.cookies.map(({ name, value }) => `${name}=${value}`);

t.test('returns undefined if the render changed nothing', async (t) => {
  const base = state(['a=1'], { 'https://a.example': { x: '1' } });
  t.equal(merge(base, base, base), undefined);
  t.equal(merge(base, base, state(['a=2', 'b=1'])), undefined, 'others may have changed it');
  t.equal(merge(base, state(['a=1']), base), undefined, 'an origin that was not shown');
  const reported = state([cookie('a=1', { sameSite: 'Lax', expires: -1 })]);
  t.equal(merge(state(['a=1']), reported, base), undefined, 'as the browser reports it');
});

t.test('keeps changes of both sides to different cookies', async (t) => {
  const base = state(['a=1', 'b=1']);
  const merged = merge(base, state(['a=2', 'b=1', 'm=1']), state(['a=1', 'b=2', 's=1']));
  t.same(pairs(merged), ['a=2', 'b=2', 's=1', 'm=1']);
});

t.test('the render wins where both sides changed one cookie', async (t) => {
  const base = state(['a=1']);
  t.same(pairs(merge(base, state(['a=2']), state(['a=3']))), ['a=2']);
  t.equal(merge(base, state([]), state(['a=3'])), undefined, 'removed here, changed there');
  t.same(pairs(merge(base, state([]), base)), [], 'removed here');
  t.same(pairs(merge(base, state(['a=2']), state([]))), ['a=2'], 'changed here, removed there');
  t.same(pairs(merge(base, state(['b=1']), state([]))), ['b=1'], 'removed on both sides');
});

t.test('a removal on the other side stays one', async (t) => {
  const base = state(['a=1', 'b=1']);
  t.same(pairs(merge(base, state(['a=1', 'b=2']), state(['b=1']))), ['b=2']);
});

t.test('cookies of other domains and paths are different cookies', async (t) => {
  const others = [cookie('a=1'), cookie('a=2', { path: '/x' }), cookie('a=3', { domain: 'b' })];
  const mine = state([
    cookie('a=1'),
    cookie('a=5', { path: '/x' }),
    cookie('a=3', { domain: 'b' }),
  ]);
  t.same(pairs(merge(state(others), mine, state(others))), ['a=1', 'a=5', 'a=3']);
});

t.test('attributes are part of a cookie', async (t) => {
  const base = state([cookie('a=1', { expires: 2_000 })]);
  const mine = state([cookie('a=1', { expires: 3_000 })]);
  t.match(merge(base, mine, base), { cookies: [{ expires: 3_000 }] });
  t.ok(merge(base, state([cookie('a=1', { expires: 2_000, secure: true })]), base));
});

t.test('drops expired cookies, and expiry is no removal', async (t) => {
  const old = cookie('old=1', { expires: nowS });
  const base = state([old, 'a=1']);
  t.equal(merge(base, state(['a=1']), base), undefined, 'expired during the render');
  const renewed = cookie('old=2', { expires: 5_000 });
  const merged = merge(
    base,
    state(['a=2']),
    state([renewed, 'a=1', cookie('x=1', { expires: 0 })]),
  );
  t.same(pairs(merged), ['old=2', 'a=2'], 'renewed by another render');
  t.same(pairs(merge(base, state([cookie('n=1', { expires: 5 }), 'a=2']), base)), ['a=2']);
});

t.test('merges local storage by origin and name', async (t) => {
  const [a, b, c] = ['https://a.example', 'https://b.example', 'https://c.example'];
  const base = state([], { [a]: { x: '1', y: '1', z: '1' }, [b]: { x: '1' } });
  const mine = state([], { [a]: { x: '2', z: '1' }, [c]: { n: '1' } });
  const stored = state([], { [a]: { x: '1', y: '1', z: '3', w: '1' }, [b]: { x: '5' } });
  t.same(
    merge(base, mine, stored)?.origins,
    state([], { [a]: { x: '2', z: '3', w: '1' }, [b]: { x: '5' }, [c]: { n: '1' } }).origins,
  );
  const changed = state([], { [a]: { x: '1', y: '2', z: '1' } });
  t.match(merge(base, mine, changed)?.origins[0], {
    localStorage: [{ name: 'x', value: '2' }, { name: 'y', value: '2' }, { name: 'z' }],
  });
  const emptied = merge(base, state([], { [a]: {} }), base);
  t.same(emptied?.origins, state([], { [b]: { x: '1' } }).origins, 'an emptied one is left out');
});
