/** Returns the position of the document's frame as a path of indices; empty for the page itself. */
export function framePath(): number[] {
  const path: number[] = [];
  for (let at: Window = window; at !== at.parent; at = at.parent) {
    const { parent } = at;
    let index = 0;
    while (index < parent.length && parent[index] !== at) index += 1;
    path.unshift(index);
  }
  return path;
}
