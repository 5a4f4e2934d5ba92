import { longestRenderMs } from '@tintype/contract';
import { defaultLimits } from '@tintype/server';
import t from 'tap';
import { settings } from './settings.ts';

t.test('the drain timeout covers the longest render', async (t) => {
  t.ok(settings.drain_timeout_s.default * 1000 >= longestRenderMs());
});

t.test("request limits have the server's defaults", async (t) => {
  t.equal(settings.max_body_bytes.default, defaultLimits.bodyBytes);
  t.equal(settings.max_keyless_body_bytes.default, defaultLimits.keylessBodyBytes);
  t.equal(settings.max_connections.default, defaultLimits.connections);
  t.equal(settings.max_connections_per_address.default, defaultLimits.connectionsPerAddress);
  t.equal(settings.max_wrong_keys.default, defaultLimits.wrongKeysPerMinute);
  t.equal(settings.receive_timeout_s.default * 1000, defaultLimits.receiveTimeoutMs);
  const keylessMs = settings.keyless_receive_timeout_s.default * 1000;
  t.equal(keylessMs, defaultLimits.keylessReceiveTimeoutMs);
  t.equal(keylessMs, defaultLimits.headersTimeoutMs);
});
