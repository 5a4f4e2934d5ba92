/**
 * Builds the site of the documents into `site/`, or into the folder that is named: `npm run
 * docs:build`.
 */
import { join, resolve } from 'node:path';
import { writeSite } from './write-site.ts';

const root = join(import.meta.dirname, '../..');
const folder = resolve(process.argv[2] ?? join(root, 'site'));
const groups = await writeSite(root, folder);
console.log(`${groups.flatMap(({ pages }) => pages).length} pages in ${folder}`);
