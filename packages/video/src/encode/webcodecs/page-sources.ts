import { encodeFrames, encodeFramesParts } from './page/encode-frames.ts';

// The build puts the text in the place of this code: bundlers rename and wrap functions, and what they then call is not in the page.

/** The source of a function in the page that calls `encodeFrames`. */
export const encodeFramesSource = `(settings) => {
${[...encodeFramesParts, encodeFrames].map(String).join('\n')}
return encodeFrames(settings);
}`;
