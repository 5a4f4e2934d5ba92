import t from 'tap';
import { nearestDeviceId } from '../devices/devices.ts';
import { flagName } from '../project/parameter-list.ts';
import { parseRequest } from './parse-request.ts';
import { builtInKinds } from '../kinds/built-in-kinds.ts';
import { parameterNames } from './request-schemas.ts';
import { nearestName } from './names.ts';

t.test('what others call it', async (t) => {
  const names = parameterNames(builtInKinds.get('screenshot'));
  const cases: Record<string, string | undefined> = {
    width: 'viewport_width',
    Height: 'viewport_height',
    'dark-theme': 'dark_mode',
    dpr: 'device_scale_factor',
    quality: 'image_quality',
    css: 'inject_css',
    fullpage: 'full_page',
    ful_page: 'full_page',
    landscape: undefined,
    nothing_like_it: undefined,
    constructor: undefined,
    ['w'.repeat(1e6)]: undefined,
  };
  for (const [name, meant] of Object.entries(cases)) {
    t.equal(nearestName(name, names), meant, name.slice(0, 40));
  }
  t.equal(nearestName('landscape', parameterNames(builtInKinds.get('pdf'))), 'pdf_landscape');
  t.equal(nearestName('width', names.map(flagName)), 'viewport-width');
  t.throws(
    () => parseRequest({ kind: 'screenshot', url: 'https://a.example', width: 5 }),
    /Unknown parameter width. Did you mean viewport_width\?/,
  );
});

t.test('a device without the marks between its parts', async (t) => {
  t.equal(nearestDeviceId('iphone15'), 'iphone_15');
  t.equal(nearestDeviceId('iPhone15 pro'), 'iphone_15_pro');
  t.equal(nearestDeviceId('pixel5'), 'pixel_5');
  t.equal(nearestDeviceId('Galaxy S9+ landscape'), 'galaxy_s9plus_landscape');
});
