/** `audit`: what operators changed. `figures`: how the service was, minute by minute. */
export type JournalBook = 'audit' | 'figures';

/** One line of a book, which is never changed. */
export interface JournalEntry {
  /** Grows with each entry. */
  id: number;
  at: number;
  /** JSON, as it was written. */
  text: string;
}

export interface Journal {
  /**
   * Writes an entry of at most 16 KiB; the newest `keep` (1 to 20,000) stay.
   * @throws RenderError `invalid_parameter` for a longer one
   */
  write(book: JournalBook, text: string, keep: number): Promise<void>;
  /** Newest first. `before`: older than this entry. `sinceAt`: written then or later. */
  list(
    book: JournalBook,
    page: { limit: number; before?: number; sinceAt?: number },
  ): Promise<JournalEntry[]>;
}
