import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { countOf } from '../format.ts';
import { describePdf, type PdfSummary } from './describe-pdf.ts';
import { SaveLink } from './file-actions.tsx';

interface PdfProps {
  source: string;
  name?: string | undefined;
  /** Further actions. */
  children?: ComponentChildren;
  read(): Promise<string>;
}

/**
 * A PDF in the browser's own viewer. Drawing the pages here would need a library of several times
 * the size of the console, and WebAssembly, which its policy forbids.
 */
export function PdfViewer({ source, name, read, children }: PdfProps) {
  const [{ pages, size }, setSummary] = useState<Partial<PdfSummary>>({});
  useEffect(() => {
    read().then(
      (text) => setSummary(describePdf(text)),
      () => {},
    );
  }, [source]);
  return (
    <div class="pdf-file">
      <div class="bar">
        <span>{['PDF', pages && countOf(pages, 'page'), size].filter(Boolean).join(', ')}</span>
        <SaveLink source={source} name={name} />
        {children}
      </div>
      {navigator.pdfViewerEnabled ? (
        <iframe class="plate pdf" src={source} title="The PDF" />
      ) : (
        <p class="empty">This browser shows no PDFs: save it.</p>
      )}
    </div>
  );
}
