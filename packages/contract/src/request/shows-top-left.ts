/** Parameters of a screenshot that show a part of the page, or in another size. */
const parts = ['selector', 'clip_x', 'clip_y', 'image_width', 'image_height'];

/**
 * Returns true for a screenshot that shows the page from its top left corner, in its own size: boxes
 * of elements are places in it.
 */
export function showsTopLeft(request: { kind: string }): boolean {
  const given = request as Record<string, unknown>;
  const isScrolled = given['scroll_to'] !== undefined && given['full_page'] !== true;
  const isWhole = !isScrolled && parts.every((name) => given[name] === undefined);
  return request.kind === 'screenshot' && isWhole;
}
