import t from 'tap';
import { chromeFlags } from './chrome-flags.ts';

const base = {
  flavour: 'headless-shell' as const,
  gpu: false,
  sandbox: true,
  userDataDir: '/p',
};

t.test('every variant sends all connections through the egress proxy', async (t) => {
  for (const flavour of ['headless-shell', 'chrome'] as const) {
    for (const gpu of [true, false]) {
      const flags = chromeFlags({ ...base, flavour, gpu });
      for (const flag of [
        '--proxy-server=socks5://127.0.0.1:1',
        '--proxy-bypass-list=<-loopback>',
        '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
        '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
        '--webrtc-ip-handling-policy=disable_non_proxied_udp',
        '--disable-quic',
        '--remote-debugging-pipe=cbor',
        '--user-data-dir=/p',
      ]) {
        t.ok(flags.includes(flag), `${flavour} ${gpu ? 'with' : 'without'} GPU: ${flag}`);
      }
      t.notOk(flags.some((flag) => flag.startsWith('--remote-debugging-port')));
    }
  }
});

t.test('the sandbox is switched off only when asked', async (t) => {
  t.notOk(chromeFlags(base).includes('--no-sandbox'));
  t.ok(chromeFlags({ ...base, sandbox: false }).includes('--no-sandbox'));
});

t.test('flags of the caller come last, lists of features are joined', async (t) => {
  const extraArgs = ['--lang=de', '--disable-features=Mine', '--enable-features=Yours'];
  const flags = chromeFlags({ ...base, gpu: true, extraArgs });
  t.ok(flags.indexOf('--lang=de') > flags.indexOf('--lang=en-US'));
  const lists = flags.filter((flag) => /^--(en|dis)able-features=/.test(flag));
  // Of two such flags Chromium reads the last only.
  t.equal(lists.length, 2);
  t.match(
    lists.find((flag) => flag.startsWith('--disable')),
    /Translate,.*,Mine$/,
  );
  t.match(
    lists.find((flag) => flag.startsWith('--enable')),
    /Vulkan,Yours$/,
  );
});
