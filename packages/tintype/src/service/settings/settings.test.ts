import { readFileSync } from 'node:fs';
import { longestRenderMs, longestVideo } from '@tintype/contract';
import { defaultLimits } from '@tintype/server';
import t from 'tap';
import { settingsPage } from './settings-page.ts';
import { settings } from './settings.ts';

t.test('the drain timeout covers the longest render', async (t) => {
  const { schema, default: usual } = settings.drain_timeout_s;
  t.ok(usual * 1000 >= longestRenderMs());
  const longestS = longestRenderMs({ maxDurationS: longestVideo.duration }) / 1000;
  t.equal(schema.safeParse(longestS).success, true, `${longestS} s`);
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

const page = new URL('../../../../../docs/configuration.md', import.meta.url);

t.test('docs/configuration.md matches the declarations', async (t) => {
  const docs = readFileSync(page, 'utf8');
  t.equal(docs, settingsPage(), 'run packages/tintype/scripts/write-configuration.ts');
  for (const name of Object.keys(settings)) t.ok(docs.includes(`| \`${name}\` `), name);
});
