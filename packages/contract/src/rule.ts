import type { ErrorCode } from './error-table.ts';
import type {
  PdfRequest,
  ScrapeRequest,
  ScreencastRequest,
  ScreenshotRequest,
} from './requests.ts';
import type { Kind } from './kinds.ts';

/** The parameters that rules read: every one that means the same for each kind that takes it. */
export type RuleValues = Partial<
  Omit<ScreenshotRequest, 'kind' | 'format'> &
    Omit<ScreencastRequest, 'kind' | 'format' | 'url'> &
    Omit<PdfRequest, 'kind'> &
    Omit<ScrapeRequest, 'kind' | 'format' | 'url'>
>;

/** What the operator decides about requests. */
export interface RuleOptions {
  /** Lets `webhook_url` be plain http. */
  allowHttpWebhook?: boolean;
  /** The values of `ip_location` that there is a way out for. Not looked at when not given. */
  locations?: readonly string[];
}

/** A condition that types and bounds cannot say. */
export interface Rule {
  /** A stable name, for tests and docs. */
  id: string;
  /** The parameter that a message is about. */
  parameter: string;
  /** `invalid_parameter` when not given. */
  code?: ErrorCode;
  /** Says what is wrong, in one sentence, or nothing. */
  check(values: RuleValues, kind: Kind, options: RuleOptions): string | undefined;
}
