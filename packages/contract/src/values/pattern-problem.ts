/** Returns why a text is no regular expression of a comparison; undefined if it is one. */
export function patternProblem(source: string): string | undefined {
  try {
    void new RegExp(source, 'gu');
    return undefined;
  } catch (error) {
    // V8 repeats the expression before the reason.
    return (error as Error).message.replace(/^.*: /s, '');
  }
}
