export const pdfInfo = {
  name: 'pdf',
  title: 'A PDF of a page',
  noun: 'PDF',
  nouns: 'PDFs',
  files: { pdf: 'application/pdf' },
} as const;
