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
  read(): Promise<Blob>;
}

/**
 * A PDF in the browser's own viewer. Drawing the pages here would need a library of several times
 * the size of the console, and WebAssembly, which its policy forbids.
 */
export function PdfViewer({ source, name, read, children }: PdfProps) {
  const [{ pages, size }, setSummary] = useState<Partial<PdfSummary>>({});
  useEffect(() => {
    let isEnded = false;
    const load = async () => {
      const summary = await describePdf(await read());
      if (!isEnded) setSummary(summary);
    };
    // Without a summary, the PDF is shown all the same.
    load().catch(() => {});
    return () => (isEnded = true);
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
        <p class="empty">This browser cannot display PDFs. Save the file.</p>
      )}
    </div>
  );
}
