export const screenshotInfo = {
  name: 'screenshot',
  title: 'A still image of a page',
  noun: 'image',
  nouns: 'images',
  files: {
    jpeg: 'image/jpeg',
    jpg: 'image/jpeg',
    png: 'image/png',
    webp: 'image/webp',
    gif: 'image/gif',
  },
} as const;
