import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { ownerNote } from '@tintype/core/process';
import { createBrowserGroup, type BrowserGroup } from './browser-group.ts';

/** A folder for groups, where this machine has version 2 with memory and lets us make one. */
function openParent(): string | undefined {
  const parent = `/sys/fs/cgroup/test-${process.pid}`;
  try {
    if (!readFileSync('/sys/fs/cgroup/cgroup.controllers', 'utf8').includes('memory')) return;
    writeFileSync('/sys/fs/cgroup/cgroup.subtree_control', '+memory +cpu');
    mkdirSync(parent);
    return parent;
  } catch {
    return undefined;
  }
}

const parent = openParent();
const skip = parent === undefined && 'no control group of version 2 that can be written to';
t.teardown(() => parent && rmdirSync(parent));

async function start(t: Test, program: string) {
  const child = spawn(process.execPath, ['-e', `process.stdin.once('data', () => {${program}})`], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  await once(child, 'spawn');
  return { child, pid: child.pid as number, go: () => child.stdin.write('go') };
}

const groups = () => readdirSync(parent!).filter((entry) => entry.startsWith('tintype-'));
const read = (file: string) => readFileSync(path.join(parent!, groups()[0]!, file), 'utf8').trim();

/** The control group of a program. */
const groupOf = (pid: number, mark = ownerNote()) =>
  `tintype-${pid}-${encodeURIComponent(mark)}-0123abcd`;

/** The id of a process that ended. */
async function gone(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid as number;
}

async function emptied(group: BrowserGroup): Promise<void> {
  for (let attempt = 0; groups().length > 0 && attempt < 200; attempt += 1) {
    group.remove();
    await delay(25);
  }
}

t.test('what is put into it has its bounds, with all that it starts', { skip }, async (t) => {
  const group = createBrowserGroup(parent!, 400 * 1_048_576);
  t.same(groups(), [], 'nothing is made before it is needed');
  const { child, pid, go } = await start(
    t,
    `const keep = []; setInterval(() => keep.push(Buffer.alloc(20_000_000, 1)), 5)`,
  );
  group.add(pid);
  t.equal(read('cgroup.procs'), String(pid));
  t.equal(read('memory.max'), String(Math.floor((400 * 1_048_576 * 0.9) / 4096) * 4096));
  t.equal(read('cpu.weight'), '50');
  group.remove();
  t.equal(groups().length, 1, 'it stays while something runs in it');
  go();
  const [, signal] = (await once(child, 'exit')) as [unknown, string];
  t.equal(signal, 'SIGKILL', 'the kernel ends what goes past its bound');
  t.match(read('memory.events'), /oom_kill [1-9]/);
  await emptied(group);
  t.same(groups(), []);
});

t.test('what a killed program left is swept by the next', { skip }, async (t) => {
  const left = path.join(parent!, groupOf(await gone()));
  mkdirSync(left);
  const { child, pid } = await start(t, '');
  const group = createBrowserGroup(parent!);
  group.add(pid);
  t.notOk(existsSync(left));
  child.kill('SIGKILL');
  await once(child, 'exit');
  await emptied(group);
});

t.test('creates a group again that another program has swept', { skip }, async (t) => {
  const group = createBrowserGroup(parent!);
  const first = await start(t, '');
  group.add(first.pid);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  await emptied(group);
  const second = await start(t, '');
  group.add(second.pid);
  t.equal(read('cgroup.procs'), String(second.pid));
  second.child.kill('SIGKILL');
  await once(second.child, 'exit');
  await emptied(group);
});

t.test('a group is swept when its program is gone, and not before', async (t) => {
  // Folders that are none of the kernel's: what is removed, and what is not, is the same.
  const folder = t.testdir({
    'cgroup.controllers': 'cpu memory\n',
    'cgroup.subtree_control': 'cpu memory\n',
  });
  const other = await start(t, '');
  const first = createBrowserGroup(folder);
  first.add(other.pid);
  const [own] = readdirSync(folder).filter((entry) => entry.startsWith('tintype-'));
  const [namespace] = ownerNote().split(' ');
  const groups = {
    own: own!,
    killed: groupOf(await gone()),
    // In a container, the next program often has the id of the one before.
    'of an earlier process with the same id': groupOf(process.pid, `${namespace} 1`),
    'of another container': groupOf(process.pid, 'pid:[1] 1'),
    'none of ours': 'tintype-other',
  };
  for (const entry of Object.values(groups)) {
    rmSync(path.join(folder, entry), { recursive: true, force: true });
    mkdirSync(path.join(folder, entry));
  }
  createBrowserGroup(folder).add(other.pid);
  const left = Object.entries(groups).filter(([, entry]) => existsSync(path.join(folder, entry)));
  t.same(
    left.map(([what]) => what),
    ['own', 'of another container', 'none of ours'],
  );
});

t.test('a group with processes of its own cannot be divided', { skip }, async (t) => {
  const busy = path.join(parent!, 'busy');
  writeFileSync(path.join(parent!, 'cgroup.subtree_control'), '+memory +cpu');
  mkdirSync(busy);
  const { child, pid } = await start(t, '');
  writeFileSync(path.join(busy, 'cgroup.procs'), String(pid));
  t.throws(() => createBrowserGroup(busy).add(pid), /busy, cannot be used: it holds processes/);
  child.kill('SIGKILL');
  await once(child, 'exit');
  for (let attempt = 0; existsSync(busy) && attempt < 200; attempt += 1) {
    try {
      rmdirSync(busy);
    } catch {
      await delay(25);
    }
  }
});

t.test('what is no control group is said to be none', async (t) => {
  t.throws(() => createBrowserGroup(t.testdir({})).add(process.pid), {
    message: /^the control group for browsers, .*, cannot be used: it is no control group of/,
  });
});
