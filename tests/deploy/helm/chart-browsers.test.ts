import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findBrowser } from '@tintype/chrome';
import { freePort } from '@tintype/testkit';
import sharp from 'sharp';
import t from 'tap';
import { createRenderer } from 'tintype';
import { browserOptions } from '../../browser-options.ts';
import { killGroup } from '../../start-remote-browser.ts';
import { renderChart } from './render-chart.ts';

const folder = join(import.meta.dirname, '../../../deploy/helm/tintype');

interface Worker {
  spec: {
    template: {
      spec: {
        initContainers: { args: string[]; livenessProbe: { exec: { command: string[] } } }[];
      };
    };
  };
}

/** The container of a browser, as the chart has it. */
function containerOf(port: number): Worker['spec']['template']['spec']['initContainers'][number] {
  const { manifests } = renderChart(folder, {
    baseUrl: 'https://shots.example',
    files: 's3://shots/production',
    // Tests run as root.
    worker: { seccompProfile: '', browsers: { forAccounts: true, ports: [port] } },
  });
  const found = manifests.find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'shots-worker',
  ) as unknown as Worker;
  return found.spec.template.spec.initContainers[0]!;
}

const failsOn = async ([command = '', ...args]: string[]): Promise<boolean> => {
  const child = spawn(command === 'node' ? process.execPath : command, args, { stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number];
  return code !== 0;
};

t.test('what the containers of browsers start renders as a browser of the worker', async (t) => {
  const { path } = await findBrowser(browserOptions());
  const port = await freePort();
  const { args, livenessProbe } = containerOf(port);
  const probe = livenessProbe.exec.command;
  t.equal(await failsOn(probe), true, 'nothing is there');
  const profile = mkdtempSync(join(tmpdir(), 'chart-browser-'));
  const own = args.map((arg) =>
    arg.startsWith('--user-data-dir=') ? `--user-data-dir=${profile}` : arg,
  );
  const child = spawn(path, own, { stdio: 'ignore', detached: true });
  t.teardown(async () => {
    killGroup(child);
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  for (let attempt = 0; attempt < 100 && (await failsOn(probe)); attempt += 1) await delay(100);
  t.equal(await failsOn(probe), false, 'its probe');

  const apart = createRenderer({ browsers: [`http://127.0.0.1:${port}`] });
  const local = createRenderer({ concurrency: 1, spares: 0 });
  t.teardown(() => Promise.all([apart.stop(), local.stop()]));
  const html = '<body style="background:linear-gradient(#8ac,#fda)"><h1>Sea &amp; sand</h1>';
  const shot = { kind: 'screenshot', html, format: 'png' } as const;
  const pixels = async (body: Uint8Array) => sharp(body).raw().toBuffer();
  const [mine, theirs] = await Promise.all([local.render(shot), apart.render(shot)]);
  t.ok((await pixels(mine.body)).equals(await pixels(theirs.body)), 'the same pixels');
  t.same(theirs.receipt.browser, {
    remote: true,
    unguarded: ['dns', 'memory', 'processor', 'sandbox'],
  });
});
