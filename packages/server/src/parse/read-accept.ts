/** Returns the type of `types` that `Accept` prefers; undefined if it names none of them. */
export function readAccept<Type extends string>(
  accept: string | undefined,
  types: readonly Type[],
): Type | undefined {
  let best: { type: Type; quality: number } | undefined;
  for (const range of (accept ?? '').toLowerCase().split(',', 50)) {
    const [named = '', ...parameters] = range.split(';').map((part) => part.trim());
    const type = types.find((known) => known === named);
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const quality = q === undefined ? 1 : Number(q);
    if (type === undefined || !(quality > (best?.quality ?? 0))) continue;
    best = { type, quality };
  }
  return best?.type;
}
