/** Reading steps without zod, for editors in browsers. */
export { isWithoutEffect, readStep, readSteps, shortStepNames } from './read-steps.ts';
export { isSecretName, secretKindOf, type SecretKind } from './secret-names.ts';
export { secretNames } from './secrets.ts';
export { describeStep, maxSteps, maxStepsLength, type Step } from './steps.ts';
