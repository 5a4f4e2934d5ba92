import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { controlWays } from './security-lab/control-ways.ts';
import type { LabReport } from './security-lab/lab.ts';
import { refusedWays } from './security-lab/refused-ways.ts';
import { sourceCondition } from './source-condition.ts';

// A page that attempts every known kind of connection, in a network namespace of its own where
// every address leads to the lab. A connection that is not counted there did not happen.

const isRoot = process.getuid?.() === 0;
/**
 * Without root, a namespace in which we are root; the browser then has no sandbox, which does not
 * matter for its network.
 */
const namespace = isRoot ? ['-n'] : ['-r', '-n'];

/** Why the lab cannot be built here. */
function missing(): string | undefined {
  if (process.platform !== 'linux') return 'needs network namespaces, which only Linux has';
  try {
    execFileSync('unshare', [...namespace, 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    const { code, stderr } = error as { code?: string; stderr?: Buffer };
    const why = code === 'ENOENT' ? 'unshare is not installed' : String(stderr ?? error).trim();
    return `needs a network namespace (unshare) and iproute2: ${why}`;
  }
}

async function runLab(): Promise<LabReport> {
  const script = join(import.meta.dirname, 'security-lab', 'lab.ts');
  const args = [...namespace, process.execPath, ...sourceCondition, script];
  const lab = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return JSON.parse(await text(lab.stdout)) as LabReport;
}

const reason = missing();
if (reason) process.stderr.write(`THE SECURITY LAB DID NOT RUN: ${reason}\n`);

t.test(
  'no page gets past the egress proxy',
  { skip: reason ?? false, timeout: 240_000 },
  async (t) => {
    const { proxied, unassigned, unprotected, resolved } = await runLab();

    t.test('the control: without the egress proxy, the page gets everywhere', async (t) => {
      t.ok(unprotected.finished);
      t.ok(
        unprotected.forbiddenHits.length > 100,
        `${unprotected.forbiddenHits.length} forbidden connections`,
      );
      t.ok(unprotected.datagrams > 50, `${unprotected.datagrams} UDP packets`);
      t.ok(unprotected.questions.length > 10, `${unprotected.questions.length} DNS questions`);
      for (const way of controlWays) t.ok(unprotected.successful.includes(way), way);
      for (const address of ['10.0.0.5:80', '127.0.0.1:80', '169.254.169.254:80', '::1:80'])
        t.ok(
          unprotected.forbiddenHits.some((hit) => hit.startsWith(address)),
          address,
        );
    });

    t.test('with the egress proxy: nothing', async (t) => {
      t.same(proxied.forbiddenHits, []);
      t.equal(proxied.datagrams, 0, 'UDP packets');
      t.same(proxied.questions, [], "Chromium's own DNS questions");
    });

    t.test('public servers are reached as without the egress proxy', async (t) => {
      t.ok(proxied.finished);
      t.ok(proxied.successful.length >= 50, `${proxied.successful.length} attempts`);
      t.same(
        unprotected.successful.filter(
          (way) => !refusedWays.includes(way) && !proxied.successful.includes(way),
        ),
        [],
      );
      t.ok(
        proxied.successful.includes('host-name-rebinding'),
        'a rebinding name keeps its first, public answer',
      );
    });

    t.test('reports every refusal', async (t) => {
      t.ok(proxied.failures.every(({ kind }) => kind === 'denied'));
      for (const host of [
        '10.0.0.5',
        '127.0.0.1',
        '::1',
        'localhost',
        'private.example',
        'mixed.example',
        'metadata.google.internal',
      ])
        t.ok(
          proxied.failures.some((failure) => failure.host === host),
          host,
        );
    });

    t.test('a context that was given no way out has none', async (t) => {
      t.notOk(unassigned.finished);
      t.equal(unassigned.hits, 0);
      t.equal(unassigned.datagrams, 0);
    });

    t.test("the egress proxy's own name resolution, asked for real", async (t) => {
      t.same(resolved, {
        'bystander.example': '93.184.216.35',
        'private.example': 'denied',
        'mixed.example': 'denied',
        'nowhere.example': 'dns',
        'printer.local': 'denied',
      });
    });
  },
);
