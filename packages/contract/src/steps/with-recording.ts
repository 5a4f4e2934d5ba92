import { isWithoutEffect, readSteps } from './read-steps.ts';
import type { Step } from './steps.ts';

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
  const isElsewhere = isExport && url !== undefined && isHtmlOrUrl(values);
  const hasSize = Object.keys(values).some((name) => /^(?:viewport_|device_scale)/.test(name));
  const hasSource = isHtmlOrUrl(values);
  const first = steps.findIndex((step) => !isWithoutEffect(step));
  return {
    ...(hasSize ? {} : viewport),
    ...values,
    ...(url === undefined || hasSource ? {} : { url }),
    steps: JSON.stringify(
      // The page of the request replaces the first one of an export.
      isElsewhere ? steps.with(first, startOf(values)) : steps,
    ),
  };
}

function isHtmlOrUrl(values: Record<string, unknown>): boolean {
  return values['url'] !== undefined || values['html'] !== undefined;
}

/** Returns the first step on the page of the request, which is loaded already. */
function startOf({ url: text }: Record<string, unknown>): Step {
  const url = typeof text === 'string' ? URL.parse(text) : null;
  if (!url) return { type: 'pause', ms: 0 };
  url.username = '';
  url.password = '';
  return { type: 'navigate', url: url.href };
}
