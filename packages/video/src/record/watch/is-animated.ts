/** Media types of images that may be animated, as servers name them. */
export const mayBeAnimated = /^image\/(gif|webp|apng|png|vnd\.mozilla\.apng|avif)\b/i;

const graphicControl = Buffer.from([0x21, 0xf9, 0x04]);

/** Returns whether an image has more than one frame, according to its format. */
export function isAnimated(image: Buffer): boolean {
  if (image.length < 32) return false;
  const text = (start: number, end: number) => image.toString('latin1', start, end);
  if (text(0, 4) === 'GIF8') {
    const first = image.indexOf(graphicControl);
    return first >= 0 && image.indexOf(graphicControl, first + 1) >= 0;
  }
  // https://developers.google.com/speed/webp/docs/riff_container: the flags of the extended format.
  if (text(8, 16) === 'WEBPVP8X') return ((image[20] ?? 0) & 2) !== 0;
  if (text(1, 4) === 'PNG') {
    const control = image.indexOf('acTL', 0, 'latin1');
    const data = image.indexOf('IDAT', 0, 'latin1');
    return control >= 0 && control < data;
  }
  // The brands of ISO BMFF: an image sequence names itself among them.
  return text(4, 8) === 'ftyp' && text(8, image.readUInt32BE(0)).includes('avis');
}
