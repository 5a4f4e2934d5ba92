/** Writes docs/configuration.md from the declarations. */
import { writeFileSync } from 'node:fs';
import { settingsPage } from '../src/service/settings/settings-page.ts';

const page = new URL('../../../docs/configuration.md', import.meta.url);
writeFileSync(page, settingsPage());
