import type { BrowserSource } from '@tintype/core';
import type { EncoderChoice, VideoFormat } from '@tintype/video';
import { createEncoders } from '@tintype/video/encoders';
import type { Environment } from '../../environment.ts';
import type { DoctorCheck } from '@tintype/contract/wire';
import { failureMessage } from '../output/failure-message.ts';

const INSTALL_FFMPEG: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'apt-get install -y ffmpeg (name of Debian and Ubuntu)',
  darwin: 'brew install ffmpeg',
  win32: 'winget install ffmpeg',
};

export async function checkVideo(
  source: BrowserSource,
  environment: Environment,
): Promise<DoctorCheck> {
  const name = 'Video';
  try {
    const encoders = createEncoders({ env: environment.variables });
    const choices = await encoders.describe((signal) => source.acquire({ gpu: false, signal }));
    return { name, ...summarise(choices) };
  } catch (error) {
    return { name, state: 'warning', text: failureMessage(error) };
  }
}

/** The formats of one encoder together, and why it is not a better one. */
export function summarise(choices: Record<VideoFormat, EncoderChoice>): Omit<DoctorCheck, 'name'> {
  const entries = Object.entries(choices);
  const parts = [...Map.groupBy(entries, ([, { encoder }]) => encoder)].map(([encoder, group]) => {
    const formats = group.map(([format]) => format).join(', ');
    if (encoder === 'none') return `no encoder for ${formats}`;
    const codecs = new Set(group.flatMap(([, { codec }]) => codec ?? []));
    return `${formats} by ${encoder}${codecs.size === 0 ? '' : ` (${[...codecs].join(', ')})`}`;
  });
  const notes = new Set(entries.flatMap(([, { note }]) => note ?? []));
  const transparent = entries.flatMap(([format, { isTransparent }]) =>
    isTransparent ? format : [],
  );
  if (transparent.length > 0) parts.push(`transparent: ${transparent.join(', ')}`);
  const text = parts.join('; ');
  if (notes.size === 0) return { state: 'ok', text };
  const fix = INSTALL_FFMPEG[process.platform];
  return {
    state: 'warning',
    text: `${text}. Why nothing better: ${[...notes].join('; ')}`,
    ...(fix === undefined ? {} : { fix }),
  };
}
