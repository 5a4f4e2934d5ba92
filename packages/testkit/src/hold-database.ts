import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Starts another process that holds the right to write to a SQLite database. It has it when the
 * promise resolves, and until the function that it gives is called.
 */
export async function holdDatabase(
  t: { teardown(end: () => void): void },
  path: string,
): Promise<() => void> {
  const script = `
    const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(${JSON.stringify(path)}, { timeout: 10_000 });
    database.exec('BEGIN IMMEDIATE');
    process.on('message', () => {
      database.exec('ROLLBACK');
      process.disconnect();
    });
    process.send('held');`;
  const child = spawn(process.execPath, ['-e', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  t.teardown(() => void child.kill());
  await once(child, 'message');
  return () => void child.send('let go');
}
