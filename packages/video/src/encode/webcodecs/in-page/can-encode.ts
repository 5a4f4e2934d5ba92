/** Returns whether the browser has an encoder for this. */
export async function canEncode(config: VideoEncoderConfig): Promise<boolean> {
  if (typeof VideoEncoder !== 'function') return false;
  return (await VideoEncoder.isConfigSupported(config)).supported === true;
}
