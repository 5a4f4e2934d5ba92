/** Copies an image to the clipboard as PNG, the one format that every browser takes. */
export async function copyImage(image: HTMLImageElement | null): Promise<void> {
  if (!image || typeof ClipboardItem === 'undefined') throw new Error(noClipboard);
  // Safari requires the item within the click, before the image is encoded.
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngOf(image) })]);
}

/** Copies text to the clipboard. */
export async function copyText(text: string): Promise<void> {
  if (!('clipboard' in navigator)) throw new Error(noClipboard);
  await navigator.clipboard.writeText(text);
}

/** Browsers offer the clipboard on https and localhost only. */
const noClipboard = 'The browser does not allow copying. Open the console over https.';

async function pngOf(image: HTMLImageElement): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The image is too large to copy. Save it instead.');
  return blob;
}
