import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import t from 'tap';
import type { LabReport } from './security-lab/lab.ts';

// A page that tries every way out that was thought of, in a world where every address leads to the lab: a network namespace of its
// own. What is not counted there did not happen.

const isRoot = process.getuid?.() === 0;
/** Without root, a namespace in which we are root; the browser then has no sandbox, which does not matter for its network. */
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
  const args = [...namespace, process.execPath, '--conditions=@tintype/source', script];
  const lab = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return JSON.parse(await text(lab.stdout)) as LabReport;
}

const reason = missing();
if (reason) process.stderr.write(`THE SECURITY LAB DID NOT RUN: ${reason}\n`);

t.test('no page gets past the guard', { skip: reason ?? false, timeout: 120_000 }, async (t) => {
  const { guarded, unassigned, unguarded, resolved } = await runLab();

  t.test('the control: without the guard, the page gets everywhere', async (t) => {
    t.ok(unguarded.finished);
    t.ok(
      unguarded.forbiddenHits.length > 100,
      `${unguarded.forbiddenHits.length} forbidden connections`,
    );
    t.ok(unguarded.datagrams > 50, `${unguarded.datagrams} UDP packets`);
    t.ok(unguarded.questions.length > 10, `${unguarded.questions.length} DNS questions`);
    for (const way of ['img', 'host-database', 'web-socket', 'shared-worker'])
      t.ok(unguarded.openWays.includes(way), way);
    for (const address of ['10.0.0.5:80', '127.0.0.1:80', '169.254.169.254:80', '::1:80'])
      t.ok(
        unguarded.forbiddenHits.some((hit) => hit.startsWith(address)),
        address,
      );
  });

  t.test('with the guard: nothing', async (t) => {
    t.same(guarded.forbiddenHits, []);
    t.equal(guarded.datagrams, 0, 'UDP packets');
    t.same(guarded.questions, [], "Chromium's own DNS questions");
  });

  t.test('and yet the page works: public servers are reached as without the guard', async (t) => {
    t.ok(guarded.finished);
    t.ok(guarded.openWays.length >= 50, `${guarded.openWays.length} ways`);
    const isRefused = (way: string) => way === 'host-database' || way === 'host-docker';
    t.same(
      unguarded.openWays.filter((way) => !isRefused(way) && !guarded.openWays.includes(way)),
      [],
    );
    t.ok(
      guarded.openWays.includes('host-name-rebinding'),
      'a rebinding name keeps its first, public answer',
    );
  });

  t.test('every refusal is told', async (t) => {
    t.ok(guarded.failures.every(({ kind }) => kind === 'denied'));
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
        guarded.failures.some((failure) => failure.host === host),
        host,
      );
  });

  t.test('a context that was given no way out has none', async (t) => {
    t.notOk(unassigned.finished);
    t.equal(unassigned.hits, 0);
    t.equal(unassigned.datagrams, 0);
  });

  t.test("the guard's own name resolution, asked for real", async (t) => {
    t.same(resolved, {
      'bystander.example': '93.184.216.35',
      'private.example': 'denied',
      'mixed.example': 'denied',
      'nowhere.example': 'dns',
      'printer.local': 'denied',
    });
  });
});
