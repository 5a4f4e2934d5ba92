import t from 'tap';
import { recordWork } from '../../fixtures/recording-page.ts';
import { emulate, frameEmulation } from './emulate.ts';

const metrics = 'Emulation.setDeviceMetricsOverride';

t.test('sends a plain page its size and nothing else', async (t) => {
  const work = recordWork({ viewport_width: 640, viewport_height: 480 });
  await (
    await emulate(work.page, work.request)
  ).sized;
  t.same(
    work.commands.map(({ method }) => method),
    [metrics],
  );
  t.match(work.sent(metrics)[0], { width: 640, height: 480, deviceScaleFactor: 1, mobile: false });
  t.same(frameEmulation(work.page, work.request), []);
});

t.test('emulates the settings of a request', async (t) => {
  const work = recordWork({
    viewport_device: 'iphone_15',
    vision_deficiency: 'achromatopsia',
    geolocation_latitude: 52.5,
    geolocation_longitude: 13.4,
    omit_background: true,
    format: 'png',
  });
  await (
    await emulate(work.page, work.request)
  ).sized;
  t.match(work.sent(metrics)[0], { mobile: true });
  t.match(work.sent('Emulation.setTouchEmulationEnabled'), [{ enabled: true }]);
  t.match(work.sent('Emulation.setEmulatedVisionDeficiency'), [{ type: 'achromatopsia' }]);
  t.match(work.sent('Emulation.setGeolocationOverride'), [{ latitude: 52.5, longitude: 13.4 }]);
  t.match(work.sent('Browser.grantPermissions'), [{ permissions: ['geolocation'] }]);
  t.match(work.sent('Emulation.setDefaultBackgroundColorOverride'), [{ color: { a: 0 } }]);
});

t.test('grants permissions and the position in one call', async (t) => {
  const granted = async (parameters: Parameters<typeof recordWork>[0]) => {
    const work = recordWork(parameters);
    await emulate(work.page, work.request);
    return work.sent('Browser.grantPermissions').map(({ permissions }) => permissions);
  };
  const place = { geolocation_latitude: 52.5, geolocation_longitude: 13.4 };
  t.same(await granted({ permissions: ['notifications', 'gyroscope'], ...place }), [
    ['geolocation', 'notifications', 'sensors'],
  ]);
  t.same(await granted({ permissions: ['accelerometer', 'magnetometer'] }), [['sensors']]);
  t.same(await granted({}), []);
});

t.test('hides the position of the machine', async (t) => {
  const work = recordWork({ permissions: ['geolocation'] });
  await emulate(work.page, work.request);
  t.same(work.sent('Emulation.setGeolocationOverride'), [{}]);
});

t.test('sends frames their media, location and identity', async (t) => {
  const work = recordWork({
    kind: 'pdf',
    dark_mode: true,
    timezone: 'Europe/Berlin',
    user_agent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0',
    bypass_csp: true,
  });
  for (const setting of frameEmulation(work.page, work.request)) await setting(work.page.session);
  // Printing alone would be print.
  t.match(work.sent('Emulation.setEmulatedMedia'), [
    { media: 'screen', features: [{ name: 'prefers-color-scheme', value: 'dark' }] },
  ]);
  t.match(work.sent('Emulation.setTimezoneOverride'), [{ timezoneId: 'Europe/Berlin' }]);
  t.match(work.sent('Emulation.setUserAgentOverride'), [
    { platform: 'Win32', userAgentMetadata: { platform: 'Windows', mobile: false } },
  ]);
  t.match(work.sent('Page.setBypassCSP'), [{ enabled: true }]);
});
