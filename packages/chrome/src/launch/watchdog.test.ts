import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { startScript } from '../fixtures/start-script.ts';

const skip = process.platform !== 'linux' && 'looks at processes as Linux shows them';

function runs(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

async function gone(pids: readonly number[]): Promise<boolean> {
  for (let attempt = 0; attempt < 400 && pids.some(runs); attempt += 1) await delay(25);
  return !pids.some(runs);
}

/** Starts a Node that watches over two hung processes. Returns the ids of all. */
async function startNode(
  t: Test,
  dir: string,
  then: string,
): Promise<{ node: ChildProcess; group: number[]; watchdog: number }> {
  const program = `
    import { spawn } from 'node:child_process';
    import { once } from 'node:events';
    import { readdirSync, readFileSync } from 'node:fs';
    const { watchOver } = await import(${JSON.stringify(import.meta.resolve('./watchdog.ts'))});
    const leader = spawn('/bin/sh', ['-c', 'sleep 1000 & echo $!; wait'], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
    const [line] = await once(leader.stdout, 'data');
    process.kill(-leader.pid, 'SIGSTOP');
    const end = watchOver({ pid: leader.pid, profileDir: ${JSON.stringify(dir)}, user: undefined });
    const watchdog = readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).find((name) => {
      try {
        const command = readFileSync('/proc/' + name + '/cmdline', 'utf8').split('\\0');
        return command.includes('tintype-watchdog') && command.includes(String(leader.pid));
      } catch { return false; }
    });
    console.log([leader.pid, Number(line), watchdog].join(' '));
    ${then}`;
  const node = startScript(program);
  const [line] = (await once(node.stdout, 'data')) as [Buffer];
  const [leader = 0, child = 0, watchdog = 0] = String(line).split(' ').map(Number);
  t.teardown(() => {
    node.kill('SIGKILL');
    for (const pid of [leader, child]) if (runs(pid)) process.kill(pid, 'SIGKILL');
  });
  return { node, group: [leader, child], watchdog };
}

function openProfile(t: Test): string {
  const dir = path.join(t.testdir({}), "pro file'$(x)");
  mkdirSync(path.join(dir, 'Default'), { recursive: true });
  writeFileSync(path.join(dir, 'Default', 'Cookies'), 'x');
  chmodSync(dir, 0o700);
  return dir;
}

t.test('Node is killed: the whole group is, and the profile goes', { skip }, async (t) => {
  const dir = openProfile(t);
  const { node, group, watchdog } = await startNode(t, dir, 'setInterval(() => {}, 1000);');
  t.ok([...group, watchdog].every(runs));
  node.kill('SIGKILL');
  t.ok(await gone(group), 'no process is left');
  t.ok(await gone([watchdog]), 'what watched ends');
  t.notOk(existsSync(dir), 'no profile is left');
});

t.test('a signal to the group of Node does not end what watches', { skip }, async (t) => {
  const dir = openProfile(t);
  const { node, group, watchdog } = await startNode(t, dir, 'setInterval(() => {}, 1000);');
  const fields = (pid: number) =>
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  t.not(fields(watchdog)[2], fields(node.pid as number)[2], 'it has a group of its own');
  node.kill('SIGKILL');
  t.ok(await gone([...group, watchdog]));
});

t.test('the watch is over: nothing is killed and nothing removed', { skip }, async (t) => {
  const dir = openProfile(t);
  const { node, group, watchdog } = await startNode(t, dir, 'await end(); process.exit(0);');
  t.match(await once(node, 'exit'), [0], 'it is waited for');
  t.notOk(runs(watchdog));
  t.ok(group.every(runs));
  t.ok(existsSync(dir));
});

t.test('it does not keep Node alive', { skip }, async (t) => {
  const dir = openProfile(t);
  const { node, group } = await startNode(t, dir, 'leader.unref(); leader.stdout.destroy();');
  t.match(await once(node, 'exit'), [0]);
  t.ok(await gone(group), 'and an end without a kill is an end as well');
});
