import t from 'tap';
import { intersect } from './geometry.ts';
import type { Lease } from '../../browser-source.ts';
import { limitsFor, stripLimits, strips } from './strips.ts';

const beyond = { beyondViewport: true };

t.test('intersect returns the common part of two areas', (t) => {
  const viewport = { x: 0, y: 0, width: 100, height: 50 };
  t.same(intersect({ x: 90, y: 40, width: 30, height: 30 }, viewport), {
    x: 90,
    y: 40,
    width: 10,
    height: 10,
  });
  t.equal(intersect({ x: 100, y: 0, width: 5, height: 5 }, viewport), undefined);
  t.end();
});

t.test('strips cover a large area without gap or overlap, and a small one in one piece', (t) => {
  const area = { x: 3, y: 7, width: 1280, height: 60_000 };
  const large = strips({
    area,
    pixels: { width: 2560, height: 120_000 },
    deviceScaleFactor: 2,
    ...beyond,
  });
  let y = area.y;
  for (const strip of large) {
    t.equal(strip?.y, y);
    t.equal(strip?.x, 3);
    t.equal(Number.isInteger(strip?.height), true);
    y += strip?.height ?? 0;
  }
  t.equal(y, area.y + area.height);
  t.ok(large.length > 1);
  const small = strips({
    area,
    pixels: { width: 1280, height: 60_000 },
    deviceScaleFactor: 1,
    ...beyond,
  });
  t.same(small, [area]);
  t.same(
    strips({ area: undefined, pixels: { width: 1, height: 1 }, deviceScaleFactor: 1, ...beyond }),
    [undefined],
  );
  t.end();
});

t.test('requests smaller screenshots from a remote browser', async (t) => {
  const area = { x: 0, y: 0, width: 1000, height: 60_000 };
  const geometry = { area, pixels: area, deviceScaleFactor: 1, ...beyond };
  const own = { product: '', userAgent: '', warnings: [] } as unknown as Lease['browser'];
  const remote = { ...own, remote: { unguarded: [] } };
  const of = (browser: Lease['browser']) => strips(geometry, limitsFor(browser, stripLimits));
  t.same(of(own), [area]);
  t.same(
    of(remote).map((strip) => strip?.height),
    [40_000, 20_000],
  );
  const small = { singleShotPixels: 10, stripPixels: 5 };
  t.same(limitsFor(remote, small), small);
});

t.test('strips start on whole device pixels at any scale factor', (t) => {
  for (const factor of [1.1, 1.3, 4 / 3, 2.625, 3.5, 3.3333]) {
    const area = { x: 0, y: 0, width: 1280, height: 60_000 };
    const pixels = { width: Math.round(1280 * factor), height: Math.round(60_000 * factor) };
    for (const strip of strips({ area, pixels, deviceScaleFactor: factor, ...beyond })) {
      const start = (strip?.y ?? 0) * factor;
      t.ok(Math.abs(start - Math.round(start)) < 1e-6, `${start} at ${factor}`);
    }
  }
  t.end();
});
