import t from 'tap';
import type { Device } from '../wire/account.ts';
import { devices, findDevice } from './devices.ts';
import { parseRequest } from '../request/parse-request.ts';
import { resolveViewport } from './resolve-viewport.ts';

const resolve = (more: object) =>
  resolveViewport(parseRequest({ kind: 'screenshot', html: 'x', ...more }).request);

t.test('without a device', async (t) => {
  t.strictSame(resolve({}), {
    width: 1280,
    height: 1080,
    deviceScaleFactor: 1,
    mobile: false,
    hasTouch: false,
    landscape: true,
  });
  t.match(resolve({ viewport_width: 400 }), { width: 400, height: 1080, landscape: false });
  t.match(resolve({ viewport_width: 500, viewport_height: 500 }), { landscape: false });
  t.match(resolve({ viewport_landscape: false }), { width: 1280, height: 1080, landscape: false });
  t.strictSame(
    resolve({
      viewport_width: 300,
      viewport_height: 200,
      viewport_landscape: true,
      viewport_has_touch: true,
      viewport_mobile: true,
      device_scale_factor: 2.5,
      user_agent: 'x',
    }),
    {
      width: 300,
      height: 200,
      deviceScaleFactor: 2.5,
      mobile: true,
      hasTouch: true,
      landscape: true,
      userAgent: 'x',
    },
  );
});

t.test('every device as it is', async (t) => {
  for (const { id, userAgent, viewport } of devices) {
    const { width, height, deviceScaleFactor, isMobile, hasTouch, isLandscape } = viewport;
    t.strictSame(resolve({ viewport_device: id }), {
      width,
      height,
      deviceScaleFactor,
      mobile: isMobile,
      hasTouch,
      landscape: isLandscape,
      userAgent,
    });
  }
});

t.test('what is explicit wins over the device', async (t) => {
  const viewport_device = 'iphone_15';
  const { width, deviceScaleFactor } = (findDevice(viewport_device) as Device).viewport;
  const plain = resolve({ viewport_device });
  t.strictSame(resolve({ viewport_device, viewport_width: 999 }), {
    ...plain,
    width: 999,
    landscape: true,
  });
  t.match(resolve({ viewport_device, viewport_height: 999 }), { width, height: 999 });
  t.match(resolve({ viewport_device, viewport_width: 1280, viewport_height: 1080 }), {
    width: 1280,
    height: 1080,
    deviceScaleFactor,
  });
  t.strictSame(resolve({ viewport_device, device_scale_factor: 1 }), {
    ...plain,
    deviceScaleFactor: 1,
  });
  t.strictSame(resolve({ viewport_device, viewport_mobile: false }), { ...plain, mobile: false });
  t.strictSame(resolve({ viewport_device, viewport_has_touch: false }), {
    ...plain,
    hasTouch: false,
  });
  t.strictSame(resolve({ viewport_device, user_agent: 'x' }), { ...plain, userAgent: 'x' });
});

t.test('a device is turned when the request says so and gives no size', async (t) => {
  const upright = resolve({ viewport_device: 'ipad' });
  const turned = { ...upright, width: upright.height, height: upright.width, landscape: true };
  t.strictSame(resolve({ viewport_device: 'ipad', viewport_landscape: true }), turned);
  t.strictSame(resolve({ viewport_device: 'ipad', viewport_landscape: false }), upright);
  t.match(resolve({ viewport_device: 'ipad_landscape', viewport_landscape: false }), {
    width: upright.width,
    height: upright.height,
    landscape: false,
  });
  for (const { id } of devices) {
    for (const viewport_landscape of [true, false]) {
      const { width, height, landscape } = resolve({ viewport_device: id, viewport_landscape });
      t.ok(landscape === viewport_landscape && width > height === landscape, id);
    }
  }
  t.match(resolve({ viewport_device: 'ipad', viewport_landscape: true, viewport_width: 700 }), {
    width: 700,
    height: upright.height,
    landscape: true,
  });
});
