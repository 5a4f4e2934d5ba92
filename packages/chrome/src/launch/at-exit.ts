/**
 * Of the process, as its `exit` event is: Node warns of a leak from the eleventh listener on, and
 * there is one task for each browser.
 */
const tasks = new Set<() => void>();

/**
 * Does something when Node exits, whatever the reason, unless it is taken back with what this
 * gives.
 */
export function atExit(task: () => void): () => void {
  if (tasks.size === 0) process.on('exit', doTasks);
  tasks.add(task);
  return () => {
    tasks.delete(task);
    if (tasks.size === 0) process.off('exit', doTasks);
  };
}

function doTasks(): void {
  for (const task of tasks) {
    try {
      task();
    } catch {
      // The others still have theirs.
    }
  }
}
