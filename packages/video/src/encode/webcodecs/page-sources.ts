import { encodeFrames, encodeFramesParts } from './page/encode-frames.ts';

// The build replaces this code with its text: bundlers rename and wrap functions, and the names that they add do not exist in the page.

/** The source of a function in the page that calls `encodeFrames`. */
export const encodeFramesSource = `(settings) => {
${[...encodeFramesParts, encodeFrames].map(String).join('\n')}
return encodeFrames(settings);
}`;
