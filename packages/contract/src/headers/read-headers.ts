import { parse } from 'content-disposition';
import { withoutUndefined } from '../read/without-undefined.ts';
import { percentDecoded } from './ascii.ts';
import { headerTable } from './header-table.ts';
import type { Metadata, RateWindow, StepTiming } from './metadata.ts';
import type { Receipt } from './receipt.ts';

/** Source of response headers, for example a `Headers` object. */
export interface HeaderSource {
  get(name: string): string | null;
}

/** Parses headers of `metadataHeaders`. Invalid headers are left out. */
export function readMetadata(headers: HeaderSource): Metadata {
  const text = (field: keyof Metadata) => headers.get(headerTable[field].name) ?? undefined;
  const [status, title, size] = [text('status'), text('title'), text('imageSize')];
  const [, width, height] = /^([0-9]+)x([0-9]+)$/.exec(size ?? '') ?? [];
  return withoutUndefined<{ [field in keyof Metadata]: Metadata[field] | undefined }>({
    status: /^[0-9]{3}$/.test(status ?? '') ? Number(status) : undefined,
    title: title === undefined ? undefined : percentDecoded(title),
    icon: text('icon'),
    fonts: stringsOf(json(text('fonts'))),
    headers: recordOf(json(text('headers'))),
    hash: text('hash'),
    imageSize:
      width === undefined || height === undefined
        ? undefined
        : { width: Number(width), height: Number(height) },
  });
}

function json(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function stringsOf(value: unknown): string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
    ? value
    : undefined;
}

function recordOf(value: unknown): Record<string, string> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const isRecord = Object.values(value).every((item) => typeof item === 'string');
  return isRecord ? (value as Record<string, string>) : undefined;
}

/** Parses `Server-Timing`. Entries without a duration are left out. */
export function readServerTiming(value: string | null): StepTiming[] {
  if (value === null) return [];
  return value.split(',').flatMap((entry) => {
    const [stage = '', ...parameters] = entry.split(';').map((part) => part.trim());
    const number = (name: string) => {
      const text = parameters.find((parameter) => parameter.startsWith(`${name}=`));
      const value = Number(text?.slice(name.length + 1));
      return Number.isFinite(value) ? value : undefined;
    };
    const [startMs, durationMs] = [number('start'), number('dur')];
    if (stage === '' || durationMs === undefined) return [];
    return [{ stage, durationMs, ...(startMs !== undefined && { startMs }) }];
  });
}

/** Parses the rate limit headers; undefined if the response has none. */
export function readRate(headers: HeaderSource): RateWindow | undefined {
  const number = (name: string) => {
    const text = headers.get(name);
    return text !== null && /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
  };
  const limit = number(headerTable.rateLimit.name);
  const remaining = number(headerTable.rateRemaining.name);
  const resetSeconds = number(headerTable.rateReset.name);
  return limit === undefined || remaining === undefined || resetSeconds === undefined
    ? undefined
    : { limit, remaining, resetSeconds };
}

/** Returns the file name in `Content-Disposition`, if any. */
export function readFileName(value: string | null): string | undefined {
  return value === null ? undefined : parse(value).parameters['filename'];
}

/** Parses the header of `receiptHeader`; undefined if it is absent or invalid. */
export function readReceipt(headers: HeaderSource): Receipt | undefined {
  const value = json(headers.get(headerTable.receipt.name) ?? undefined);
  const isReceipt = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isReceipt) return undefined;
  const { ignored, ...receipt } = value as Omit<Receipt, 'ignored'> & { ignored?: unknown };
  return { ...receipt, ...(Array.isArray(ignored) && { ignored: ignored.flatMap(areaOf) }) };
}

function areaOf(area: unknown): NonNullable<Receipt['ignored']> {
  const isArea = Array.isArray(area) && area.length === 4 && area.every(Number.isFinite);
  if (!isArea) return [];
  const [x, y, width, height] = area as [number, number, number, number];
  return [{ x, y, width, height }];
}
