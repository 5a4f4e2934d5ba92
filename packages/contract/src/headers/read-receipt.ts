import { headerTable } from './header-table.ts';
import type { HeaderSource } from './read-headers.ts';
import type { Receipt } from './receipt.ts';

/** Reads back what `receiptHeader` wrote; undefined when there is none, or it cannot be read. */
export function readReceipt(headers: HeaderSource): Receipt | undefined {
  const text = headers.get(headerTable.receipt.name);
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const isReceipt = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isReceipt ? (value as Receipt) : undefined;
  } catch {
    return undefined;
  }
}
