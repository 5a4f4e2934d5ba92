export { describeExpected } from './describe-expected.ts';
export type { JsonSchema } from './json-schema.ts';
export { checkValue, readValue, type CheckedValue, type ReadOptions } from './read-value.ts';
export { refusal, type Problem } from './refusal.ts';
export { checked, expecting } from './schema-parts.ts';
export { valueInfo, type ValueInfo } from './value-info.ts';
export { missingValue, wrongValue, type WrongValueOptions } from './wrong-value.ts';
