export { describeExpected } from './describe-expected.ts';
export { schemaInfo } from './json-schema-of.ts';
export { checkValue, readValue, type CheckedValue, type ReadOptions } from './read-value.ts';
export { refusal, type Problem } from './refusal.ts';
export { checked, expecting, saying } from './schema-parts.ts';
export type { ValueInfo } from './value-info.ts';
