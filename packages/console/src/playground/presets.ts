import type { Filled } from './form-info.ts';

/** Values of a form for a usual purpose. */
export interface Preset {
  title: string;
  kind: string;
  values: Filled;
}

export const presets: readonly Preset[] = [
  { title: 'Full page', kind: 'screenshot', values: { full_page: 'true', format: 'webp' } },
  { title: 'Phone', kind: 'screenshot', values: { viewport_device: 'iphone_15' } },
  {
    title: 'Open Graph card',
    kind: 'screenshot',
    values: { viewport_width: '1200', viewport_height: '630', format: 'png' },
  },
  {
    title: 'A4 invoice',
    kind: 'pdf',
    values: { pdf_paper_format: 'a4', pdf_print_background: 'true' },
  },
  {
    title: 'Scrolling video',
    kind: 'screencast',
    values: { scenario: 'scroll', format: 'mp4', duration: '6' },
  },
  {
    title: 'Article as Markdown',
    kind: 'scrape',
    values: { format: 'md', main_content: 'true' },
  },
];

/** Parameters that most requests of a kind set, in their order; other kinds have none. */
export const commonParameters: Readonly<Record<string, readonly string[]>> = {
  screenshot: [
    'viewport_device',
    'viewport_width',
    'viewport_height',
    'full_page',
    'dark_mode',
    'format',
  ],
  screencast: ['viewport_width', 'viewport_height', 'scenario', 'duration', 'dark_mode', 'format'],
  pdf: ['pdf_paper_format', 'pdf_landscape', 'pdf_print_background', 'pdf_page_ranges'],
  scrape: ['format', 'main_content', 'selector'],
  archive: ['format'],
};
