/** Returns whether a screenshot shows more than the viewport. */
export function capturesWholePage(request: {
  full_page: boolean;
  full_page_scroll: boolean;
  capture_beyond_viewport: boolean;
  clip_width?: number | undefined;
}): boolean {
  const { full_page: full, full_page_scroll: scrolled, clip_width: clipWidth } = request;
  return full || scrolled || (request.capture_beyond_viewport && clipWidth === undefined);
}
