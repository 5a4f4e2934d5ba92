/** Writes docs/parameters.md, docs/errors.md and src/errors/retryable-codes.ts from the declarations. */
import { writeFileSync } from 'node:fs';
import { errorTable } from '../src/errors/error-table.ts';
import { errorsPage, parametersPage } from '../src/project/docs-pages.ts';

const docs = new URL('../../../docs/', import.meta.url);
writeFileSync(new URL('parameters.md', docs), parametersPage());
writeFileSync(new URL('errors.md', docs), errorsPage());

const retryable = Object.entries(errorTable).flatMap(([code, info]) =>
  info.retryable ? [code] : [],
);
writeFileSync(
  new URL('../src/errors/retryable-codes.ts', import.meta.url),
  `// Written by scripts/write-docs.ts from error-table.ts, which is too large for clients in browsers.

/** Codes that are retryable in the error table. */
export const retryableCodes: ReadonlySet<string> = new Set([
${retryable.map((code) => `  '${code}',\n`).join('')}]);
`,
);
