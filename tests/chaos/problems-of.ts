import type { ChaosReport } from './run-chaos.ts';

/** Violations, in a sentence each. */
export function problemsOf(report: ChaosReport): string[] {
  const { lost, missing, unequal, withoutFile, leftovers, used, shouldBeUsed, reserved } = report;
  const problems: [boolean, string][] = [
    [lost.length > 0, `lost: ${lost.join(', ')}`],
    [missing.length > 0, `no webhook: ${missing.join(', ')}`],
    [unequal.length > 0, `webhooks that differ: ${unequal.join(', ')}`],
    [withoutFile.length > 0, `no file: ${withoutFile.join(', ')}`],
    [leftovers > 0, `${leftovers} processes outlived the service`],
    [reserved !== 0, `${reserved} places of the quota are held by nobody`],
    [
      used < shouldBeUsed.least || used > shouldBeUsed.max,
      `charged ${used} renders instead of ${shouldBeUsed.least} to ${shouldBeUsed.max}`,
    ],
  ];
  return problems.flatMap(([isSo, sentence]) => (isSo ? [sentence] : []));
}
