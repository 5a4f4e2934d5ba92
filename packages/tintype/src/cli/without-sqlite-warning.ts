/**
 * Suppresses Node 22's warning that SQLite is experimental, which helps no user of the command
 * line.
 */
export function withoutSqliteWarning(): void {
  const printers = process.listeners('warning');
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (warning.name === 'ExperimentalWarning' && warning.message.startsWith('SQLite ')) return;
    for (const print of printers) print(warning);
  });
}
