// npm run chaos -- --kills 500 [--seed 1]: the long run. The short one is part of npm test.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { problemsOf } from './problems-of.ts';
import { runChaos } from './run-chaos.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
  },
});
const dataDir = await mkdtemp(join(tmpdir(), 'tintype-chaos-'));
try {
  const report = await runChaos({
    kills: Number(values.kills),
    seed: Number(values.seed),
    dataDir,
    onKill(count) {
      if (count % 10 === 0) process.stderr.write(`${count} kills\n`);
    },
  });
  console.log(report);
  const problems = problemsOf(report);
  console.log(problems.length === 0 ? 'Nothing was lost.' : problems.join('\n'));
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
