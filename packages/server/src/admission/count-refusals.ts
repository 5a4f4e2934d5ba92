/** At most one line of the log for each of these, in milliseconds. */
const everyMs = 60_000;

/** Reports the first of many equal events immediately, and the others once a minute. */
export function countRefusals(tell: (count: number, why: string) => void): (why: string) => void {
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  let last = '';
  const end = () => {
    timer = undefined;
    if (count > 0) tell(count, last);
    count = 0;
  };
  return (why) => {
    last = why;
    count += 1;
    if (timer !== undefined) return;
    tell(count, why);
    count = 0;
    timer = setTimeout(end, everyMs).unref();
  };
}
