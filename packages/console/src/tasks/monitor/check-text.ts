/** Returns the path of a file of this service. */
export function pathOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : URL.parse(url)?.pathname;
}

/** Returns a share as a percentage of two digits. */
export function percentOf(share: number): string {
  const percent = share * 100;
  return `${percent > 0 && percent < 0.01 ? 'less than 0.01' : percent.toFixed(2)} %`;
}

export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
