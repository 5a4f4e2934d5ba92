/** Returns the path of a file of this service. */
export function pathOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : URL.parse(url)?.pathname;
}
