import { parseRequest, type ScreencastInput, type ScreencastRequest } from '@tintype/contract';
import t from 'tap';
import { frameArea } from './frame-area.ts';

const area = (given: Partial<ScreencastInput>) =>
  frameArea(
    parseRequest({ kind: 'screencast', url: 'https://example.com/', ...given })
      .request as ScreencastRequest,
  );
const small = { viewport_width: 401, viewport_height: 301 };

t.test('the whole window, in device pixels', async (t) => {
  t.same(area(small).frame, { width: 401, height: 301 });
  t.equal(area(small).crop, undefined);
  t.same(area({ ...small, device_scale_factor: 1.5 }).frame, { width: 602, height: 452 });
  t.same(area({ viewport_device: 'iphone_15' }).frame, { width: 1179, height: 1977 });
});

t.test('a clip is cut to the window', async (t) => {
  const clip = { clip_x: 33, clip_y: 21, clip_width: 101, clip_height: 51 };
  t.same(area({ ...small, ...clip }).crop, { left: 33, top: 21, width: 101, height: 51 });
  t.same(area({ ...small, ...clip, device_scale_factor: 2 }).crop, {
    left: 66,
    top: 42,
    width: 202,
    height: 102,
  });
  t.same(area({ ...small, ...clip, clip_width: 5000 }).frame, { width: 368, height: 51 });
});

t.test('a clip outside of it is an error that names both', async (t) => {
  t.throws(() => area({ ...small, clip_x: 401, clip_width: 10, clip_height: 10 }), {
    code: 'invalid_parameter',
    message: /10x10 at 401,0 lies outside the viewport \(401x301\)/,
  });
});
