/** What a run of tap came to. */
export interface TapTotals {
  passed: number;
  failed: number;
  skipped: number;
}

/** Reads the raw TAP of a whole run, line by line. */
export interface TapReport {
  /** Takes one line; gives it back when a person should see it. */
  read(line: string): string | undefined;
  /** What tap said at its end; undefined where it never came so far. */
  readonly totals: TapTotals | undefined;
  /** The files that failed, in order, each with what it counted. */
  readonly failedFiles: readonly ({ path: string } & TapTotals)[];
}

/**
 * tap's own reporters either repaint a terminal or print everything. This one lets pass: one line for each file, every failure with
 * its diagnosis, and every skip with its reason.
 */
export function createTapReport(): TapReport {
  let totals: TapTotals | undefined;
  let failedIndent: number | undefined;
  let isDiagnosis = false;
  const failedFiles: ({ path: string } & TapTotals)[] = [];
  const inFile = createFileCount();
  return {
    get totals() {
      return totals;
    },
    failedFiles,
    read(line) {
      const indent = line.length - line.trimStart().length;
      const text = line.trim();
      if (isDiagnosis) {
        if (indent === failedIndent && text === '...') isDiagnosis = false;
        return line;
      }
      if (failedIndent !== undefined && text === '---') {
        failedIndent = indent;
        isDiagnosis = true;
        return line;
      }
      failedIndent = text.startsWith('not ok ') ? indent : undefined;
      if (indent === 0 && text.startsWith('# {')) totals = readTotals(text);
      const isResult = /^(not )?ok \d/.test(text);
      const counted = inFile.read(indent, text);
      const path = /^not ok \d+ - (.+\.test\.ts)\b/.exec(line)?.[1];
      if (counted && path) failedFiles.push({ path, ...counted });
      const isShown = isResult && (indent === 0 || text.startsWith('not') || / # SKIP/i.test(text));
      return isShown ? line : undefined;
    },
  };
}

/** Counts the assertions of each file, and gives them at the file's own line. A line that closes a subtest is none. */
function createFileCount() {
  let counts: TapTotals = { passed: 0, failed: 0, skipped: 0 };
  let open: number[] = [];
  return {
    read(indent: number, text: string): TapTotals | undefined {
      if (text.startsWith('# Subtest: ')) open.push(indent);
      if (!/^(not )?ok \d/.test(text)) return undefined;
      const isClosing = open.includes(indent);
      open = open.filter((other) => other < indent);
      if (isClosing) {
        if (indent > 0) return undefined;
        const counted = counts;
        counts = { passed: 0, failed: 0, skipped: 0 };
        return counted;
      }
      if (/ # (SKIP|TODO)/i.test(text)) counts.skipped += 1;
      else counts[text.startsWith('not') ? 'failed' : 'passed'] += 1;
      return undefined;
    },
  };
}

/** The last but one line of a run: `# { total: 7, pass: 2, fail: 4, skip: 1 }`, without those that are 0. */
function readTotals(text: string): TapTotals {
  const value = (name: string) => Number(new RegExp(`\\b${name}: (\\d+)`).exec(text)?.[1] ?? 0);
  return { passed: value('pass'), failed: value('fail'), skipped: value('skip') + value('todo') };
}
