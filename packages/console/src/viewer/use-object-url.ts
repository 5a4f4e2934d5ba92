import { useEffect, useMemo } from 'preact/hooks';

/** Returns the address of a file in memory, until it is replaced or its component is removed. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const source = useMemo(() => (file ? URL.createObjectURL(file) : undefined), [file]);
  useEffect(() => () => void (source && URL.revokeObjectURL(source)), [source]);
  return source;
}
