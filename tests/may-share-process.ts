/** Reading what a process is, or its environment, changes nothing for others. */
const ownState = [
  /\bprocess\.(?!(?:arch|env|execPath|getuid|pid|platform|versions?)\b)|[(,] ?process\b(?!\.)|node:process/,
  /\bprocess\.env(?:\.\w+|\[[^\]]*\])\s*(?:\?\?|\|\|)?=(?!=)|\bdelete process\b/,
];

/** Hooks, bounds and assertions of the whole file. Cleaning up is done at the end of all. */
const ownHooks = /^(?:\S.*)?\bt\.(?!test\(|teardown\()/m;

/** What shows that a test needs its process for itself: its state, or what it starts. */
const ownProcess = [
  ...ownState,
  ownHooks,
  // Anything that is waited for at the top level.
  /^(?!\s).*\bawait\b/m,
  /\b(?:globalThis|performance)\b/,
  /child_process|worker_threads|node:cluster|\bWorker\b/,
  /sqlite/i,
  /^(?!\s).*\b(?:setTimeout|setInterval)\(|\bimport\(/m,
];

/** What several files can have one after the other: laboratories without anything of their own, services (here or as processes), databases, the command line. */
const sharedLabs = [
  /^const .* = await create(?:Block)?Lab\(t\);$/m,
  /\b(?:create(?:Background)?|run)Service\(t\b/,
  /^const server = await postgresFor\(t\);$/m,
  /\bfrom '.*\/run-here\.ts'/,
];

/** What shows that a test of renders needs its process, or its renderer, for itself. */
const ownRenderer = [
  ...ownState,
  ownHooks,
  // Opening pages is as rendering: whoever opens closes.
  /\.renderer\b(?!\.(?:open|render)\()|\brenderer\.(?!(?:open|render)\()/,
  /child_process|worker_threads|node:sqlite|descendants/,
];

/**
 * Whether a test file, given its source, can run in one process with others: in a package, where it is about what it imports, and in
 * `tests/`, where it is about what a renderer, a service or the command line gives.
 */
export function mayShareProcess(path: string, source: string): boolean {
  if (path.startsWith('packages/')) return !ownProcess.some((pattern) => pattern.test(source));
  const lab = sharedLabs.find((pattern) => pattern.test(source));
  return lab !== undefined && !ownRenderer.some((pattern) => pattern.test(source.replace(lab, '')));
}
