import type { ImageProps } from '../viewer/image-viewer.tsx';
import { SaveLink } from '../viewer/file-actions.tsx';
import { lazy } from './lazy.tsx';

interface FileProps extends ImageProps {
  mediaType: string;
  /** Returns the file: called for texts and PDFs. */
  read(signal?: AbortSignal): Promise<Blob>;
}

const ImageViewer = lazy<ImageProps>(
  async () => (await import('../viewer/image-viewer.tsx')).ImageViewer,
);
const VideoViewer = lazy<FileProps>(
  async () => (await import('../viewer/video-viewer.tsx')).VideoViewer,
);
const PdfViewer = lazy<FileProps>(async () => (await import('../viewer/pdf-viewer.tsx')).PdfViewer);
const TextViewer = lazy<FileProps>(
  async () => (await import('../viewer/text-viewer.tsx')).TextViewer,
);

/** Displays a result by its type. Nothing in it is executed: HTML is shown without scripts. */
export function FileView(props: FileProps) {
  const { source, mediaType, name, children } = props;
  if (mediaType.startsWith('image/')) return <ImageViewer {...props} />;
  if (mediaType.startsWith('video/')) return <VideoViewer {...props} />;
  if (mediaType.startsWith('application/pdf')) return <PdfViewer {...props} />;
  if (/^text\/|json/.test(mediaType)) return <TextViewer {...props} />;
  return (
    <p class="bar">
      <span>No preview for this type of file.</span>
      <SaveLink source={source} name={name} />
      {children}
    </p>
  );
}
