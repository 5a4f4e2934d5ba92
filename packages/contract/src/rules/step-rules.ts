import { readSecrets, secretNames } from '../steps/secrets.ts';
import { captureNames, readSteps } from '../steps/read-steps.ts';
import { rule, type Rule } from './rule.ts';

/** Validates `steps` and `secrets`. Messages never contain a value of `secrets`. */
export const stepRules: readonly Rule[] = [
  rule(
    'steps_are_valid',
    ['steps', 'secrets'],
    ({ steps: text, secrets: secretsText }, options) => {
      const recording = text === undefined ? undefined : readSteps(text);
      if (typeof recording === 'string') {
        const message = `${recording.startsWith('step ') ? 'steps: ' : ''}${recording}.`;
        return { parameter: 'steps', message };
      }
      const [captured] = options.hasOutputs ? [] : captureNames(recording?.steps ?? []);
      if (captured !== undefined) {
        const message = `steps: capture ${captured} makes one of several files; use POST /v1/captures, tintype capture or renderer.open().`;
        return { parameter: 'steps', message };
      }
      const secrets = secretsText === undefined ? {} : readSecrets(secretsText);
      if (typeof secrets === 'string') {
        const message = `secrets must be an object of names and texts, for example {"password": "..."}; ${secrets}.`;
        return { parameter: 'secrets', message };
      }
      const missing = secretNames(recording?.steps ?? []).find(
        (name) => !Object.hasOwn(secrets, name),
      );
      return missing === undefined
        ? undefined
        : `secrets must contain ${missing}, as steps fill {{${missing}}} in.`;
    },
  ),
];
