import {
  parameterList,
  RenderError,
  takesParameter,
  type Half,
  type KindDefinition,
  type KindSet,
} from '@tintype/contract';

/**
 * Refuses parameters of the other half of a render.
 * @throws {RenderError} `invalid_parameter`
 */
export function refuseOtherHalf(input: object, own: Half, kinds: KindSet): void {
  const other = own === 'load' ? 'capture' : 'load';
  const infos = parameterList(undefined, kinds);
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || name === 'kind') continue;
    const known = infos.filter((info) => info.name === name);
    if (known.length === 0 || known.some(({ half }) => half !== other)) continue;
    const where = other === 'load' ? 'open()' : 'capture()';
    const message = `belongs to ${where}`;
    throw new RenderError('invalid_parameter', `${name} ${message}.`, {
      details: [{ parameter: name, message }],
    });
  }
}

/** The kind by whose rules the parameters of a page are read: the first that takes all of them. */
export function kindOfPage(input: object, kinds: KindSet): KindDefinition {
  const all = [...kinds];
  const names = Object.keys(input);
  const fitting = all.find((kind) => names.every((name) => takesParameter(kind, name)));
  return fitting ?? kinds.get('screenshot');
}
