export const archiveInfo = {
  name: 'archive',
  title: 'A page with all that it shows, in one file',
  noun: 'archive',
  nouns: 'archives',
  // What Chromium takes a file with this ending for.
  files: { mhtml: 'multipart/related' },
} as const;
