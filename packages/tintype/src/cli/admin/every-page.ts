/** A part of a list. */
interface PageOf<Row> {
  limit: number;
  after?: Row;
}

const pageSize = 500;

/** All rows of a paginated list. */
export async function* everyPage<Row>(
  list: (page: PageOf<Row>) => Promise<readonly Row[]>,
): AsyncGenerator<Row, void> {
  for (let after: Row | undefined; ;) {
    const rows = await list({ limit: pageSize, ...(after === undefined ? {} : { after }) });
    yield* rows;
    after = rows.at(-1);
    // A page may be short for its size in bytes; only an empty one is the end.
    if (after === undefined) return;
  }
}
