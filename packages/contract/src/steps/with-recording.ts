import { isWithoutEffect, readSteps } from './read-steps.ts';

/**
 * Returns the values of a request with those of its steps: an export of the DevTools Recorder has
 * the page's address and size. The steps become JSON in one form. Invalid steps stay as they are, for
 * the rule that reports them.
 */
export function withRecording(values: Record<string, unknown>): Record<string, unknown> {
  const given = values['steps'];
  if (given === undefined) return values;
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  const recording = readSteps(text);
  if (typeof recording === 'string') return { ...values, steps: text };
  const { steps, url, viewport, isExport } = recording;
  const page = typeof values['url'] === 'string' ? URL.parse(values['url'])?.href : undefined;
  const isElsewhere = isExport && url !== undefined && page !== undefined;
  const hasSize = Object.keys(values).some((name) => /^(?:viewport_|device_scale)/.test(name));
  const hasSource = values['url'] !== undefined || values['html'] !== undefined;
  const first = steps.findIndex((step) => !isWithoutEffect(step));
  return {
    ...(hasSize ? {} : viewport),
    ...values,
    ...(url === undefined || hasSource ? {} : { url }),
    steps: JSON.stringify(
      // The page of the request replaces the first one of an export.
      isElsewhere ? steps.with(first, { type: 'navigate', url: page }) : steps,
    ),
  };
}
