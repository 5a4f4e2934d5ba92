interface PageOf<Row> {
  limit: number;
  after?: Row;
}

const pageSize = 500;

/** Yields all rows of a paginated list. */
export async function* everyPage<Row>(
  list: (page: PageOf<Row>) => Promise<readonly Row[]>,
): AsyncGenerator<Row, void> {
  for (let after: Row | undefined; ;) {
    const rows = await list({ limit: pageSize, ...(after === undefined ? {} : { after }) });
    yield* rows;
    after = rows.at(-1);
    // A page may have few rows because of its size limit: only an empty page is the last.
    if (after === undefined) return;
  }
}
