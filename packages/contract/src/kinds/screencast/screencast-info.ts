export const screencastInfo = {
  name: 'screencast',
  title: 'A video of a page',
  noun: 'video',
  nouns: 'videos',
  files: {
    webm: 'video/webm',
    mp4: 'video/mp4',
    mov: 'video/quicktime',
    avi: 'video/x-msvideo',
    gif: 'image/gif',
    webp: 'image/webp',
  },
  frameControl: true,
} as const;
