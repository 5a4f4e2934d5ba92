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

/** A laboratory with nothing of its own is the same for all files. */
const sharedLab = /^const .* = await createLab\(t\);$/m;

/** What shows that a test of renders needs its process, or its renderer, for itself. */
const ownRenderer = [
  /^(?:\S.*)?\bt\.(?!test\()/m,
  /\bprocess\b|\.renderer\b|\brenderer\./,
  /child_process|worker_threads|sqlite|descendants/i,
];

/**
 * Whether a test file, given its source, can run in one process with others: in a package, where it is about what it imports, and in
 * `tests/`, where it is about what a renderer renders.
 */
export function mayShareProcess(path: string, source: string): boolean {
  if (path.startsWith('packages/')) return !ownProcess.some((pattern) => pattern.test(source));
  const rest = source.replace(sharedLab, '');
  return rest !== source && !ownRenderer.some((pattern) => pattern.test(rest));
}
