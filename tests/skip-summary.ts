/**
 * Lines of the output of tests: how many were skipped for each reason, the most common reason
 * first.
 */
export function summarizeSkips(lines: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const reason = / # SKIP\b *(.*)/i.exec(line)?.[1];
    if (reason === undefined) continue;
    const key = reason || 'no reason given';
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `# ${count} skipped: ${reason}`);
}
