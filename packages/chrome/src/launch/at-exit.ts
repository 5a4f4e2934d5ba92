/** One listener of `exit` for all browsers: Node warns of a leak from the eleventh on. */
const tasks = new Set<() => void>();

/** Runs a task when Node exits. Returns a function that cancels it. */
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
