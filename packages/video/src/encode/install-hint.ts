/** Instructions for installing a missing encoder. */
export const installHint =
  'Install ffmpeg, or the packages @ffmpeg.wasm/main and @ffmpeg.wasm/core-st.';

/** Why the last resort is none. */
export const wasmMissing = '@ffmpeg.wasm/main and @ffmpeg.wasm/core-st are not installed';
