/**
 * Node 22 reports its own SQLite as experimental on stderr, each time it is loaded. The tests run
 * on it, and the warning helps no user of the command line.
 */
export function withoutSqliteWarning(): void {
  const printers = process.listeners('warning');
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (warning.name === 'ExperimentalWarning' && warning.message.startsWith('SQLite ')) return;
    for (const print of printers) print(warning);
  });
}
