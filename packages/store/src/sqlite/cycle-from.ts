/**
 * Visits names in a cycle, each at most once, starting behind one of them. All that has to be known is which one comes next.
 *
 * @param nextAfter - the first name behind another one; '' comes before all
 * @param visit - gives true to end it there
 */
export function cycleFrom(
  nextAfter: (name: string) => string | undefined,
  start: string,
  visit: (name: string) => boolean,
): void {
  for (let name = nextAfter(start); name !== undefined; name = nextAfter(name)) {
    if (visit(name)) return;
  }
  for (let name = nextAfter(''); name !== undefined && name <= start; name = nextAfter(name)) {
    if (visit(name)) return;
  }
}
