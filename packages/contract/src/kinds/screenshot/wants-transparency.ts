/**
 * Returns whether a screenshot must have a transparent background. Only PNG and WebP support one.
 */
export function wantsTransparency(request: { omit_background: boolean; format: string }): boolean {
  return request.omit_background && (request.format === 'png' || request.format === 'webp');
}
