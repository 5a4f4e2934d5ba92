import { KnownDevices } from 'puppeteer-core';
import t from 'tap';
import { deviceId, devices, findDevice, nearestDeviceId } from './devices.ts';

t.test('they are those of puppeteer', async (t) => {
  const known = Object.entries(KnownDevices).map(([name, { userAgent, viewport }]) => ({
    id: deviceId(name),
    name,
    userAgent,
    viewport: { ...viewport },
  }));
  t.strictSame(devices, known, 'run scripts/write-devices.ts after changing puppeteer-core');
  t.equal(new Set(devices.map(({ id }) => id)).size, devices.length, 'every id is its own');
  t.ok(devices.length >= 131);
  for (const { id } of devices) t.match(id, /^[a-z0-9]+(_[a-z0-9]+)*$/);
});

t.test('ids', async (t) => {
  t.equal(deviceId('Galaxy S9+ landscape'), 'galaxy_s9plus_landscape');
  t.equal(deviceId('iPad (gen 7)'), 'ipad_gen_7');
  t.equal(deviceId('iPhone SE (3rd gen) landscape'), 'iphone_se_3rd_gen_landscape');
  t.equal(deviceId('Pixel 4a (5G)'), 'pixel_4a_5g');
  t.equal(deviceId('  Blackberry -- PlayBook '), 'blackberry_playbook');
});

t.test('finding', async (t) => {
  t.match(findDevice('iphone_15'), { name: 'iPhone 15', viewport: { isMobile: true } });
  for (const { id, name } of devices) {
    t.equal(findDevice(name)?.id, id);
    t.equal(findDevice(name.toLowerCase())?.id, id, 'as query strings have it');
  }
  t.equal(findDevice('iPhone 1'), undefined);
  t.equal(findDevice('x'.repeat(1e6)), undefined);
  t.equal(findDevice('toString'), undefined);
  t.equal(nearestDeviceId('iPhone 15'), 'iphone_15');
  t.equal(nearestDeviceId('iphon_15'), 'iphone_15');
  t.equal(nearestDeviceId('Galaxy S9+'), 'galaxy_s9plus');
  t.equal(nearestDeviceId('x'.repeat(1e6)), undefined);
});
