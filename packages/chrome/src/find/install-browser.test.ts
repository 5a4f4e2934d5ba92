import { existsSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import t, { type Test } from 'tap';
import { findBrowser } from './find-browser.ts';
import { installBrowser } from './install-browser.ts';

const VERSION = '160.0.1.2';

/** A zip archive with one executable file, stored as it is. */
function zip(name: string, content: string): Buffer {
  const [file, body] = [Buffer.from(name), Buffer.from(content)];
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt32LE(crc32(body), 10);
  shared.writeUInt32LE(body.length, 14);
  shared.writeUInt32LE(body.length, 18);
  shared.writeUInt16LE(file.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, file, body]);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE((0o100755 << 16) >>> 0, 6);
  // Made by Unix, so that the mode above counts.
  const madeBy = Buffer.from([20, 3]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02'), madeBy, shared, tail, file]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

async function mirror(t: Test, isBroken = false): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    asked.push(url);
    const folder = /chrome-headless-shell-[\w-]+/.exec(url)?.[0] ?? '';
    const ending = process.platform === 'win32' ? '.exe' : '';
    const archive = zip(`${folder}/chrome-headless-shell${ending}`, '#!/bin/sh\nexit 3\nexit 4\n');
    response.setHeader('content-length', archive.length);
    response.end(isBroken ? Buffer.alloc(archive.length) : archive);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

t.test('downloads, unpacks, and is found', async (t) => {
  const cacheDir = t.testdir();
  const { url, asked } = await mirror(t);
  const fractions: number[] = [];
  const options = { cacheDir, version: VERSION, baseUrl: url };
  const installed = await installBrowser({
    ...options,
    onProgress: (done) => fractions.push(done),
  });
  t.match(installed, { flavour: 'headless-shell', source: 'installed', version: VERSION });
  t.ok(statSync(installed.path).mode & 0o001, 'other users can run it');
  t.equal(fractions.at(-1), 1);
  t.match(asked, [new RegExp(`/${VERSION}/.*/chrome-headless-shell-.*\\.zip`)]);

  t.same(await installBrowser(options), installed);
  t.equal(asked.length, 1, 'the second time nothing is downloaded');
  const locations = { cacheDir, homedir: cacheDir, env: {} };
  t.same(await findBrowser(locations), installed);
});

t.test('a broken download leaves nothing that counts', async (t) => {
  const cacheDir = t.testdir();
  const { url } = await mirror(t, true);
  await t.rejects(installBrowser({ cacheDir, version: VERSION, baseUrl: url }), {
    code: 'browser_unavailable',
    message: /^The headless shell could not be downloaded from http.*TINTYPE_CHROME_PATH\.$/,
  });
  t.same(readdirSync(`${cacheDir}/chrome-headless-shell`), []);
});

t.test('no server: one sentence with what to do', async (t) => {
  const cacheDir = t.testdir();
  const baseUrl = 'http://127.0.0.1:1';
  await t.rejects(installBrowser({ cacheDir, version: VERSION, baseUrl }), {
    code: 'browser_unavailable',
    message:
      'The headless shell could not be downloaded from http://127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1. Check the connection',
  });
  t.notOk(existsSync(`${cacheDir}/chrome-headless-shell/${VERSION}`));
});
