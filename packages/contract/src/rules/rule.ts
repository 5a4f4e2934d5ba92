import type { ErrorCode } from '../errors/error-table.ts';
import type { PageValues } from '../parameters/page-parameters.ts';

/** What the operator decides about requests. */
export interface RuleOptions {
  /** Lets `webhook_url` be plain http. */
  allowHttpWebhook?: boolean;
  /** The values of `ip_location` that there is a way out for. Not looked at when not given. */
  locations?: readonly string[];
  /**
   * The largest `timeout`, in seconds, and the default where that is larger. Not looked at when not
   * given.
   */
  maxTimeoutS?: number;
}

/** What is wrong, where the rule knows better than its list of parameters which one to name. */
export interface Finding {
  /** As in {@link Rule.parameter}. */
  parameter: string | readonly string[];
  message: string;
}

/** A condition that types and bounds cannot say. */
export interface Rule<Values extends object = PageValues> {
  /** A stable name, for tests and docs. */
  id: string;
  /**
   * The parameter that is wrong; of several, the first that was given, or else the first of all.
   */
  parameter: string | readonly string[];
  /** `invalid_parameter` when not given. */
  code?: ErrorCode;
  /** Says what is wrong, in one sentence, or nothing. */
  check(values: Values, options: RuleOptions): string | Finding | undefined;
}
