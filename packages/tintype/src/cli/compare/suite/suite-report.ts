import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { UsageError } from '../../cli-context.ts';
import type { FileWriter } from '../../output/file-writer.ts';
import type { CheckedPage } from './check-page.ts';
import { reportPage, type ReportedPage } from './report-page.ts';

/** Writes the report of a suite: a page, and a folder beside it with the images. */
export interface SuiteReport {
  /** Writes the images of a page, unless it is the same. `at` orders the pages. */
  add(at: number, checked: CheckedPage): Promise<void>;
  /** Writes the page, and returns its path. */
  write(): Promise<string>;
}

const ownImage = /^\d+-(?:before|after|differences)\.png$/;

/**
 * Starts a report. Other images of an earlier one at the same place are removed when it is written.
 * @throws UsageError unless the path ends with `.html`
 */
export function createSuiteReport(path: string, writer: Pick<FileWriter, 'replace'>): SuiteReport {
  if (!/^\.html?$/i.test(extname(path))) {
    throw new UsageError(`--report must be an .html file; got ${path}.`);
  }
  const folder = `${basename(path, extname(path))}-files`;
  const place = join(dirname(path), folder);
  const written = new Set<string>();
  const reported = new Map<number, ReportedPage>();
  return {
    async add(at, checked) {
      const images: ReportedPage['images'] = {};
      const { before, after, comparison, outcome } = checked;
      const bodies = { before, after, differences: comparison?.overlay };
      for (const [name, body] of Object.entries(bodies)) {
        if (body === undefined || outcome === 'same') continue;
        const file = `${at + 1}-${name}.png`;
        await writer.replace(join(place, file), body);
        written.add(file);
        images[name as keyof typeof bodies] = `${encodeURIComponent(folder)}/${file}`;
      }
      const { page, isUnstable, error, warnings } = checked;
      reported.set(at, {
        outcome,
        title: page.title,
        address: page.target.typed,
        isUnstable,
        warnings,
        images,
        ...(error !== undefined && { error }),
        ...(comparison && { comparison }),
      });
    },
    async write() {
      const ordered = [...reported].toSorted(([one], [other]) => one - other);
      const pages = ordered.map(([, page]) => page);
      await writer.replace(path, Buffer.from(reportPage(pages)));
      const present = await readdir(place).catch(() => []);
      const left = present.filter((name) => ownImage.test(name) && !written.has(name));
      for (const name of left) await rm(join(place, name), { force: true });
      return path;
    },
  };
}
