import {
  builtInKinds,
  canonicalZone,
  capturesName,
  frequencies,
  isTimeZone,
  type KindSet,
} from '@tintype/contract';
import { checked, expecting, saying } from '@tintype/contract/read';
import * as z from 'zod/mini';
import { checkCrontab } from './parse-crontab.ts';
import { maxQueryLength, plainQuery } from './read-query.ts';

/** The longest name of a task, in characters. */
export const maxNameLength = 100;

const isName = (text: string) => text.trim() !== '' && [...text].length <= maxNameLength;

const isQuery = (text: string) => {
  const { length } = plainQuery(text);
  return length >= 1 && length <= maxQueryLength ? undefined : `its length is ${length}`;
};

/** The fields that a body can set, each by itself. */
export const taskFields = {
  name: z
    .string()
    .check(z.refine(isName), expecting(`a string of 1 to ${maxNameLength} characters`)),
  api: z.enum([...builtInKinds.names, capturesName]),
  query: z.pipe(
    z
      .string()
      .check(
        checked(isQuery),
        expecting(
          `a query string of 1 to ${maxQueryLength} characters, for example url=https://example.com`,
          { secret: true },
        ),
      ),
    z.transform(plainQuery),
  ),
  frequency: z.enum(frequencies),
  crontab: z.pipe(
    z.string().check(saying(checkCrontab), expecting('a string with five fields')),
    z.transform((text: string) => text.trim().replace(/[ \t]+/g, ' ')),
  ),
  timezone: z.pipe(
    z
      .string()
      .check(
        z.refine(isTimeZone),
        expecting('a name of the IANA time zone database, such as Europe/Paris'),
      ),
    z.transform(canonicalZone),
  ),
  enabled: z.boolean(),
};

/** The field `api`, of the kinds that there are. */
export function apiField(kinds: KindSet): typeof taskFields.api {
  return z.enum([...kinds.names, capturesName]);
}

type Fields = typeof taskFields;

/** The name of a field. */
export type FieldName = keyof Fields;

/** The fields that a body has, each of them right by itself. */
export type GivenFields = { [Name in FieldName]?: z.output<Fields[Name]> };
