/** What shows that a test needs its process for itself: its state, or what it starts. */
const ownProcess = [
  // At the top level: hooks, bounds and assertions of the whole file, or anything that is waited for.
  /^(?:\S.*)?\bt\.(?!test\()/m,
  /^(?!\s).*\bawait\b/m,
  /\b(?:process|globalThis|performance)\b/,
  /child_process|worker_threads|node:cluster|\bWorker\b/,
  /sqlite/i,
  /\bsetTimeout\(|\bsetInterval\(|\bimport\(/,
];

/** Whether a test file, given its source, can run in one process with others: quick, and only about what it imports. */
export function mayShareProcess(source: string): boolean {
  return !ownProcess.some((pattern) => pattern.test(source));
}
