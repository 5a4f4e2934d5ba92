import * as z from 'zod/mini';
import { errorTable, type ErrorCode } from '../errors/error-table.ts';
import { about, optional, text } from './values.ts';

export const errorDetail = z.object({ parameter: z.string(), message: z.string() });

/** The problem of one parameter. */
export interface ErrorDetail extends z.infer<typeof errorDetail> {}

export const error = z.object({
  statusCode: z.int(),
  error: text('Name of the status, for example `Bad Request`.'),
  message: text('For people.'),
  code: z
    .custom<ErrorCode>()
    .check(about('For programs; does not change.', { enum: Object.keys(errorTable) })),
  details: optional(z.array(errorDetail as z.ZodMiniType<ErrorDetail>)).check(
    about('One entry per invalid parameter.'),
  ),
});

/** The JSON body of an error response. */
export interface ErrorBody extends z.infer<typeof error> {}
