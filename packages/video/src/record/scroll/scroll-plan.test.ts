import t from 'tap';
import { easings, planScroll, type ScrollParameters } from './scroll-plan.ts';

const even: ScrollParameters = { duration: 5, fps: 30, scroll_easing: 'linear' };
/** One of the parameters of steps is enough. */
const steps: ScrollParameters = { ...even, scroll_back: true };

t.test('evenly over the page, to its end in the last frame', async (t) => {
  const at = planScroll(even, 9000);
  const lastMs = 149_000 / 30;
  for (const part of [0, 0.1, 0.5, 0.99, 1]) {
    t.ok(Math.abs(at(lastMs * part) - 9000 * part) < 1e-6, `${part} of the time`);
  }
  t.equal(planScroll({ ...even, duration: 0.01 }, 9000)(0), 0, 'a single frame is the top');
  t.equal(planScroll(even, 0)(1000), 0);
  const eased = planScroll({ ...even, scroll_easing: 'ease_in_quad' }, 9000);
  t.ok(Math.abs(eased(lastMs / 2) - 2250) < 1e-6, 'an easing holds for the whole way');
});

t.test('in steps where one of their parameters is given', async (t) => {
  const each: Partial<ScrollParameters>[] = [
    { scroll_by_amount: 1000 },
    { scroll_by_delay: 500 },
    { scroll_by_duration: 1500 },
    { scroll_back: true },
    { scroll_back_delay: 800 },
  ];
  for (const given of each) {
    const at = planScroll({ ...even, ...given }, 2500);
    t.same([300, 1000, 2500, 4050].map(at), [500, 1000, 2500, 1250], JSON.stringify(given));
  }
  const withoutBack = planScroll({ ...even, scroll_back: false }, 2500);
  t.same([1000, 2500, 4800].map(withoutBack), [1000, 2500, 2500]);
});

t.test('the defaults of steps, on a page that scrolls 2,500 px', async (t) => {
  const at = planScroll(steps, 2500);
  const table: [timeMs: number, offsetPx: number][] = [
    [0, 0],
    [300, 500],
    [600, 1000],
    [1099, 1000],
    [1400, 1500],
    [1700, 2000],
    [2200, 2000],
    [2350, 2250],
    [2500, 2500],
    [3299, 2500],
    [4050, 1250],
    [4800, 0],
    [30_000, 0],
  ];
  for (const [timeMs, offsetPx] of table) {
    t.ok(Math.abs(at(timeMs) - offsetPx) < 1e-9, `${timeMs} ms: ${at(timeMs)}, not ${offsetPx}`);
  }
});

t.test('a page shorter than one step takes the whole time for it', async (t) => {
  const at = planScroll(steps, 300);
  t.equal(at(750), 150);
  t.equal(at(1500), 300);
  t.equal(at(1500 + 800 + 1500), 0);
});

t.test('without scroll_back it stays at the bottom', async (t) => {
  const at = planScroll({ ...steps, scroll_back: false }, 1000);
  t.equal(at(1500), 1000);
  t.equal(at(100_000), 1000);
});

t.test('what does not scroll stays at the top', async (t) => {
  const at = planScroll(steps, 0);
  for (const timeMs of [0, 800, 1500, 5000]) t.equal(at(timeMs), 0);
});

t.test('pauses of no length', async (t) => {
  const at = planScroll({ ...steps, scroll_by_delay: 0, scroll_back_delay: 0 }, 3000);
  t.equal(at(750), 1500);
  t.equal(at(2250), 1500);
});

t.test('each step is eased by itself', async (t) => {
  const at = planScroll({ ...steps, scroll_easing: 'ease_in_quad' }, 2000);
  t.equal(at(375), 250);
  t.equal(at(750), 1000);
  t.equal(at(1250 + 375), 1250);
});

t.test('easings start at 0, end at 1 and never go back', async (t) => {
  for (const [name, ease] of Object.entries(easings)) {
    t.equal(ease(0), 0, name);
    t.equal(ease(1), 1, name);
    let before = 0;
    for (let step = 1; step <= 200; step += 1) {
      const now = ease(step / 200);
      if (now < before) t.fail(`${name} goes back at ${step / 200}`);
      before = now;
    }
  }
});

t.test('easings by their middles', async (t) => {
  const at = (name: keyof typeof easings, passed: number) => easings[name](passed);
  t.equal(at('ease_in_quad', 0.5), 0.25);
  t.equal(at('ease_out_quad', 0.5), 0.75);
  t.equal(at('ease_in_cubic', 0.5), 0.125);
  t.equal(at('ease_out_cubic', 0.5), 0.875);
  t.equal(at('ease_in_quart', 0.5), 0.0625);
  t.equal(at('ease_out_quart', 0.5), 0.9375);
  t.equal(at('ease_in_quint', 0.5), 0.03125);
  t.equal(at('ease_out_quint', 0.5), 0.96875);
  for (const name of ['quad', 'cubic', 'quart', 'quint'] as const) {
    const both = easings[`ease_in_out_${name}`];
    t.equal(both(0.5), 0.5, name);
    t.ok(Math.abs(both(0.25) + both(0.75) - 1) < 1e-12, `${name} is even`);
    t.equal(both(0.25), easings[`ease_in_${name}`](0.5) / 2, name);
  }
});
