import { constants } from 'node:os';
import { readEnvironment, type Environment } from '../environment.ts';
import { run } from './run.ts';

// Node 22 warns that SQLite is experimental, which helps no user of the command line.
const printers = process.listeners('warning');
process.removeAllListeners('warning');
process.on('warning', (warning) => {
  if (warning.name === 'ExperimentalWarning' && warning.message.startsWith('SQLite ')) return;
  for (const print of printers) print(warning);
});

const controller = new AbortController();
const cleanUps: (() => void)[] = [];
let endsInOrder = false;
let endsWithoutWaiting = false;
let environment: Environment | undefined;

process.on('exit', () => {
  for (const cleanUp of cleanUps) cleanUp();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    process.exitCode = 128 + constants.signals[signal];
    // The first signal stops in order, the second exits immediately.
    if (controller.signal.aborted) process.exit();
    controller.abort();
  });
}
// Ignores a closed pipe (`| head`), which would print a stack trace.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

// Browsers and their timers do not keep Node alive; a command does until it returns its exit code.
const alive = setInterval(() => {}, 2 ** 31 - 1);
const exitCode = await run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  // Read on first use, so that an invalid variable is reported like any other failure.
  get environment() {
    return (environment ??= readEnvironment());
  },
  signal: controller.signal,
  onExit: (cleanUp) => cleanUps.push(cleanUp),
  endInOrder: () => (endsInOrder = true),
  endWithoutWaiting: () => (endsWithoutWaiting = true),
  onUncaught(handle) {
    process.on('unhandledRejection', (error) => handle(error, false));
    process.on('uncaughtException', (error) => handle(error, true));
  },
});
clearInterval(alive);
if (!controller.signal.aborted || endsInOrder) process.exitCode = exitCode;
if (endsWithoutWaiting) {
  // Writes to pipes are asynchronous on Windows.
  const written = [process.stdout, process.stderr].map(
    (stream) => new Promise<void>((resolve) => void stream.write('', () => resolve())),
  );
  await Promise.all(written);
  process.exit();
}
