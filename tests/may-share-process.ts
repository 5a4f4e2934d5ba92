/** Comments and texts: what a test only writes down is not what it does. */
const words = /\/\/.*|\/\*[^]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[^]|[^`\\])*`/g;

/** Reading what a process is, or its environment, changes nothing for others. */
const ownState = [
  /\bprocess\.(?!(?:arch|cwd|env|execPath|getuid|kill|listenerCount|pid|platform|umask|versions?)\b)/,
  /[(,] ?process(?=[,)])/,
  /\benv(?:\.\w+|\[[^\]]*\])\s*(?:\?\?|\|\|)?=(?!=)|\bdelete (?:process|env)\b|\(process\.env,/,
  /\b(?:globalThis|mock)\b/,
];

/**
 * Hooks, bounds and assertions of the whole file, and tests that are waited for. Cleaning up is
 * done at the end of all.
 */
const ownHooks = [/^(?:\S.*)?\bt\.(?!test\(|teardown\()/m, /^await t\b/m];

/** They look at all that their process started, which the others start as well. */
const ownChildren = /\b(?:descendants|allProcesses)\b/;

/**
 * What shows that a test of renders needs its process, or the renderer that others have as well,
 * for itself.
 */
const ownRenderer = [
  // Opening pages is as rendering: the opener closes them.
  /\b(?:lab|service)\.renderer\b(?!\.(?:open|render)\()/,
  // They end what the process started, or record what moves.
  /\b(?:process\.kill|createFilmLab)\b/,
];
/** Of a lab that all have. */
const takenRenderer = /\{[^{}]*\brenderer\b[^{}]*\} = /;
const ownUseOfRenderer = /(?<!\.)\brenderer\.(?!(?:open|render)\()/;

/**
 * Whether a test file, given its source, can run in one process with others: in a package, where it
 * is about what it imports, and in `tests/`, where it is about what renderers, services, programs
 * or the command line give.
 */
export function mayShareProcess(path: string, source: string): boolean {
  const code = source.replaceAll(words, "''");
  const shows = (pattern: RegExp) => pattern.test(code);
  if (source.includes('node:process') || [...ownState, ...ownHooks, ownChildren].some(shows))
    return false;
  if (path.startsWith('packages/')) return true;
  const isAnothers = shows(takenRenderer) && shows(ownUseOfRenderer);
  return !isAnothers && !ownRenderer.some(shows);
}
