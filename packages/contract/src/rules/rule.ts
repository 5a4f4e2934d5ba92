import type { ErrorCode } from '../errors/error-table.ts';
import type { PageValues } from '../parameters/page-parameters.ts';

/** The operator's limits for requests. */
export interface RuleOptions {
  /** Lets `webhook_url` be plain http. */
  allowHttpWebhook?: boolean;
  /** The values of `ip_location` that have a proxy. Not checked if absent. */
  locations?: readonly string[];
  /**
   * The largest `timeout`, in seconds, and the default if that is larger. Not checked if absent.
   */
  maxTimeoutS?: number;
}

/** A problem, if the rule itself determines which parameter to name. */
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
  /** Returns the problem, in one sentence, or undefined. */
  check(values: Values, options: RuleOptions): string | Finding | undefined;
}
