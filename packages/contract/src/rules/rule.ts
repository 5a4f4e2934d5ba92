import type { ErrorCode } from '../errors/error-table.ts';
import type { PageValues } from '../parameters/page-parameters.ts';

/** Limits that the operator sets for requests. */
export interface RuleOptions {
  /** Allows plain http in `webhook_url`. */
  allowHttpWebhook?: boolean;
  /** Values of `ip_location` that have a proxy. Not checked if absent. */
  locations?: readonly string[];
  /** Maximum `timeout` in seconds; it replaces a larger default. Default: unlimited. */
  maxTimeoutS?: number;
  /** Maximum `duration` of a video in seconds. Default: that of the parameter. */
  maxDurationS?: number;
  /** Allows `capture` steps: the request is for several files of one load. */
  hasOutputs?: boolean;
}

/** A problem of a rule that determines the parameter itself. */
export interface Finding {
  /** As in {@link Rule.parameter}. */
  parameter: string | readonly string[];
  message: string;
}

/** A condition that types and bounds cannot express. */
export interface Rule<Values extends object = PageValues> {
  /** A stable name, for tests and docs. */
  id: string;
  /** The parameter to report: the first one that is set, or else the first. */
  parameter: string | readonly string[];
  /** Default `invalid_parameter`. */
  code?: ErrorCode;
  /** Returns the problem, in one sentence, or undefined. */
  check(values: Values, options: RuleOptions): string | Finding | undefined;
}

export const rule = <Values extends object = PageValues>(
  id: string,
  parameter: Rule['parameter'],
  check: Rule<Values>['check'],
  code?: ErrorCode,
): Rule<Values> => ({ id, parameter, check, ...(code && { code }) });
