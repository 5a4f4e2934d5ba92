export const scrapeInfo = {
  name: 'scrape',
  title: 'The text of a page as HTML, Markdown or JSON',
  noun: 'text',
  nouns: 'texts',
  files: {
    html: 'text/html; charset=utf-8',
    md: 'text/markdown; charset=utf-8',
    json: 'application/json; charset=utf-8',
  },
} as const;
