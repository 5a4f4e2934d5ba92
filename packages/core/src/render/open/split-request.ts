import { namesOfHalf, RenderError, type Half, type KindSet } from '@tintype/contract';

/** Refuses parameters of the other half of a render. @throws {RenderError} `invalid_parameter` */
export function refuseOtherHalf(
  input: object,
  own: Exclude<Half, 'service'>,
  kinds: KindSet,
): void {
  const other = own === 'load' ? 'capture' : 'load';
  const [name] = namesOfHalf(input, other, kinds);
  if (name === undefined) return;
  const message = `belongs to ${other === 'load' ? 'open()' : 'capture()'}`;
  throw new RenderError('invalid_parameter', `${name} ${message}.`, {
    details: [{ parameter: name, message }],
  });
}
