export const archiveInfo = {
  name: 'archive',
  title: 'A page in one file',
  noun: 'archive',
  nouns: 'archives',
  files: {
    // What Chromium takes a file with this ending for.
    mhtml: 'multipart/related',
    har: 'application/json',
    wacz: 'application/wacz',
  },
} as const;
