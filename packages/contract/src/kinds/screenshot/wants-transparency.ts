/** Whether a screenshot is to have a transparent background. Only PNG and WebP can hold one. */
export function wantsTransparency(request: { omit_background: boolean; format: string }): boolean {
  return request.omit_background && (request.format === 'png' || request.format === 'webp');
}
