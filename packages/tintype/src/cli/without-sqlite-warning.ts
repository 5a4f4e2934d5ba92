/**
 * Node 22 calls its own SQLite experimental on stderr, each time it is loaded. It works there as
 * the tests want it; nobody who types a command can do anything about it.
 */
export function withoutSqliteWarning(): void {
  const printers = process.listeners('warning');
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (warning.name === 'ExperimentalWarning' && warning.message.startsWith('SQLite ')) return;
    for (const print of printers) print(warning);
  });
}
