export const screenshotInfo = {
  name: 'screenshot',
  title: 'A still picture of a page',
  noun: 'picture',
  nouns: 'pictures',
  files: {
    jpeg: 'image/jpeg',
    jpg: 'image/jpeg',
    png: 'image/png',
    webp: 'image/webp',
    gif: 'image/gif',
  },
} as const;
