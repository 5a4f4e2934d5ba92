export { describeExpected, descriptionsOf, schemaInfo, type ValueInfo } from './value-info.ts';
export { withoutUndefined } from './without-undefined.ts';
export {
  checkValue,
  readValue,
  type ReadOptions,
  checked,
  expecting,
  saying,
} from './read-value.ts';
export { readCursor, writeCursor, wrongCursor } from './list-cursor.ts';
export { isBlankSelector } from '../rules/page-rules.ts';
export { structureProblem } from './json-structure.ts';
export { parameterError, type Problem } from './refusal.ts';
export { sessionNotFound } from '../sessions/session-not-found.ts';
export { comparedTypeOfBoth } from '../values/compared-type-of-both.ts';
