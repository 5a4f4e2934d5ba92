import type { RecordedStep } from './recorded-step.ts';
import type { SecretNames } from './secret-names.ts';
import type { SecretValues } from './secret-values.ts';

/**
 * Creates a function that returns steps without values of secrets. A value may become known after a
 * step that contains it, so the steps themselves keep it.
 */
export function createShownSteps(
  values: SecretValues,
  names: Pick<SecretNames, 'all'>,
): (steps: readonly RecordedStep[]) => RecordedStep[] {
  const shown = new WeakMap<RecordedStep, RecordedStep>();
  return (steps) => {
    const placeholders = new Set(names.all().map((name) => `{{${name}}}`));
    return steps.map((step) => {
      const copy = Object.assign(shown.get(step) ?? {}, withoutSecrets(step, values, placeholders));
      shown.set(step, copy);
      return copy;
    });
  };
}

function withoutSecrets(
  step: RecordedStep,
  values: SecretValues,
  placeholders: ReadonlySet<string>,
): RecordedStep {
  const copy = { ...step };
  copy.assertedEvents &&= copy.assertedEvents.map((event) => ({
    ...event,
    url: values.hideInUrl(event.url),
  }));
  if (copy.type === 'navigate') copy.url = values.hideInUrl(copy.url);
  if (copy.type === 'change' && !placeholders.has(copy.value)) copy.value = values.hide(copy.value);
  if ('selectors' in copy && copy.selectors) {
    const kept = copy.selectors.filter((path) => !path.some(values.isIn));
    // A step must have a selector, though this one matches nothing.
    copy.selectors = kept.length > 0 ? kept : [['text/{{secret}}']];
  }
  return copy;
}
