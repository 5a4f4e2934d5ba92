// Errors have a code, a message for people, and a flag for retries.
import { createRenderer, RenderError } from 'tintype';

const renderer = createRenderer();
const requests = [
  { kind: 'screenshot', html: '<p>', image_quality: 200 },
  { kind: 'screenshot', url: 'http://localhost:3000/' },
  { kind: 'screenshot', html: '<p>', click_selector: '#missing' },
] as const;

for (const request of requests) {
  try {
    await renderer.render(request);
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    console.log(error.code, '-', error.message, error.retryable ? '(try again)' : '');
  }
}
await renderer.stop();
