// Files, threads and marks of a process. Apart from the index, so that a thread or a package that
// needs no more loads no engine.
export { installedFolder, ownFile, requireInstalled, startThread } from './installed.ts';
export { lowerThreadPriority } from './lower-thread-priority.ts';
export { isAlive, isOwnerGone, ownerNote } from './process-mark.ts';
export { createWorkerPool, isOutOfMemory, type WorkerPool } from './worker-pool.ts';
