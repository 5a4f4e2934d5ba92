/** Writes docs/parameters.md and docs/errors.md from the declarations. */
import { writeFileSync } from 'node:fs';
import { errorsPage, parametersPage } from '../src/project/docs-pages.ts';

const docs = new URL('../../../docs/', import.meta.url);
writeFileSync(new URL('parameters.md', docs), parametersPage());
writeFileSync(new URL('errors.md', docs), errorsPage());
