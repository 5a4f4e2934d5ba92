/** Fields of a step's form. */
export interface StepForm {
  /** Label and example of the main field. */
  label: string;
  example: string;
  /** Label of the second field. */
  value?: string;
}

const selector = { label: 'Selector', example: 'text/Sign in' };

/** Steps that have a form, by their names in short; others are edited as JSON. */
export const stepForms: Readonly<Record<string, StepForm>> = {
  click: selector,
  double_click: selector,
  fill: { label: 'Selector', example: 'aria/E-mail', value: 'Value, {{name}} for a secret' },
  select: { label: 'Selector', example: '#size', value: 'Option' },
  press: { label: 'Key', example: 'Enter' },
  hover: selector,
  scroll: { label: 'Place', example: 'bottom, top, 500 or a selector' },
  wait_for: selector,
  wait_for_url: { label: 'Pattern', example: '**/done' },
  wait_for_function: { label: 'Expression', example: 'window.ready' },
  navigate: { label: 'URL', example: 'https://example.com' },
  pause: { label: 'Milliseconds', example: '500' },
  capture: { label: 'Name', example: 'cart.webp' },
};

/** A step in its short form, as the texts of its fields. */
export interface ShortStep {
  name: string;
  main: string;
  value: string;
}

/** Returns the texts of a step's fields. Undefined if the form cannot show all of it. */
export function shortOf(given: unknown): ShortStep | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const fields = given as Readonly<Record<string, unknown>>;
  const names = Object.keys(fields);
  const name = names.find((one) => Object.hasOwn(stepForms, one));
  if (name === undefined) return undefined;
  const known = stepForms[name]?.value === undefined ? [name] : [name, 'value'];
  const isShown = names.every(
    (one) => known.includes(one) && /^(?:string|number)$/.test(typeof fields[one]),
  );
  if (!isShown) return undefined;
  return { name, main: String(fields[name]), value: String(fields['value'] ?? '') };
}

/** Returns the step of the texts in its form. */
export function ofShort({ name, main, value }: ShortStep): Record<string, unknown> {
  const isNumber = /^(?:pause|scroll)$/.test(name) && /^\s*\d+(?:\.\d+)?\s*$/.test(main);
  return {
    [name]: isNumber ? Number(main) : main,
    ...(stepForms[name]?.value !== undefined && { value }),
  };
}
