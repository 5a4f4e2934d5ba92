/** Totals of a test file. */
export interface TapTotals {
  passed: number;
  failed: number;
  skipped: number;
  /** Cases that only `npm run test:all` runs. */
  left: number;
}

/** Reads the raw TAP of one test file, line by line. */
export interface TapReport {
  /** Parses one line; returns it if it must be shown. */
  read(line: string): string | undefined;
  /**
   * What was counted so far: assertions, not the subtests around them, and cases that were left
   * out.
   */
  readonly totals: Readonly<TapTotals>;
  /** True if the file reported its own end. */
  readonly isComplete: boolean;
}

/**
 * tap prints everything. Of that, a person sees every failure with its diagnosis, and every skip
 * with its reason.
 */
export function createTapReport(): TapReport {
  let isComplete = false;
  let failedIndent: number | undefined;
  let isDiagnosis = false;
  const counter = createCounter();
  return {
    totals: counter.totals,
    get isComplete() {
      return isComplete;
    },
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
      if (indent === 0 && /^1\.\.\d/.test(text)) isComplete = true;
      counter.read(indent, text);
      const isSkip = /^(not )?ok \d.* # SKIP/i.test(text) || text.startsWith('1..0 # ');
      return failedIndent !== undefined || isSkip ? line : undefined;
    },
  };
}

/** Counts assertions. A line that closes a subtest is none. */
function createCounter() {
  const totals: TapTotals = { passed: 0, failed: 0, skipped: 0, left: 0 };
  let open: number[] = [];
  return {
    totals,
    read(indent: number, text: string) {
      if (text.startsWith('# Subtest: ')) open.push(indent);
      if (text.startsWith('# Left to npm run test:all: ')) totals.left += 1;
      if (!/^(not )?ok \d/.test(text)) return;
      const isClosing = open.includes(indent);
      open = open.filter((other) => other < indent);
      if (isClosing) return;
      if (/ # (SKIP|TODO)/i.test(text)) totals.skipped += 1;
      else totals[text.startsWith('not') ? 'failed' : 'passed'] += 1;
    },
  };
}
