import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { unlessInstalled } from './unless-installed.ts';

t.test('names the first program that cannot be run, and how to install it', async (t) => {
  const dir = t.testdir({ curl: '#!/bin/sh', openssl: 'not executable', helm: {} });
  chmodSync(join(dir, 'curl'), 0o755);
  const before = process.env['PATH'];
  t.teardown(() => void (process.env['PATH'] = before));
  process.env['PATH'] = `/nowhere:${dir}`;
  t.equal(unlessInstalled('curl'), false);
  t.equal(unlessInstalled('curl', 'openssl'), 'openssl is not installed: apt-get install openssl');
  t.match(unlessInstalled('helm'), /^helm is not installed: see https:/);
  t.match(unlessInstalled('pdfinfo', 'curl'), /apt-get install poppler-utils$/);
});
