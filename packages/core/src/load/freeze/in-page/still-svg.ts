/**
 * Returns an SVG image whose animations end as soon as it is shown, those without an end never
 * start. Inside an image, no script and no style of the page reaches them.
 */
export function stillSvg(svg: string): string {
  if (!/<(?:animate|set)|@keyframes|transition/.test(svg)) return svg;
  const end = svg.lastIndexOf('</svg>');
  if (end < 0) return svg;
  const style =
    '<style>*,*::before,*::after{animation-duration:0s!important;animation-delay:0s!important;transition:none!important}</style>';
  const styled = `${svg.slice(0, end)}${style}${svg.slice(end)}`;
  return styled.replaceAll(/<(?:animate\w*|set)\b[^<>]*/g, (tag) => {
    const begin = /\bbegin\s*=\s*("[^"]*"|'[^']*')/;
    if (/\brepeat(?:Count|Dur)\s*=\s*["']indefinite/.test(tag)) {
      const never = 'begin="indefinite"';
      return begin.test(tag) ? tag.replace(begin, never) : tag.replace(/^<\w+/, `$& ${never}`);
    }
    return tag
      .replace(/\bdur\s*=\s*["'][\d.:]+\w*["']/, 'dur="1ms"')
      .replace(/\bbegin\s*=\s*["'][\d.:]+\w*["']/, 'begin="0s"');
  });
}
