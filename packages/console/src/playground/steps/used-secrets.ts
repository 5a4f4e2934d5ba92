/** Returns parameters with the secrets that their steps fill in; the form keeps the others. */
export function withUsedSecrets<Values extends Readonly<Record<string, unknown>>>(
  values: Values,
): Values {
  const { secrets, ...others } = values;
  const written = String(values['steps']).replaceAll(' ', '');
  let given: unknown;
  try {
    given = JSON.parse(String(secrets));
  } catch {
    // The service reports the problem.
    return values;
  }
  if (typeof given !== 'object' || given === null) return values;
  const used = Object.entries(given).filter(([name]) => written.includes(`{{${name}}}`));
  const sent = used.length > 0 && { secrets: JSON.stringify(Object.fromEntries(used)) };
  return { ...others, ...sent } as unknown as Values;
}
