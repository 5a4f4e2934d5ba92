import { useCallback, useEffect, useState } from 'preact/hooks';

/** A location: `/console/tasks/7?x=1` is the page `tasks`, the id `7` and a query. */
export interface Place {
  page: string;
  id: string | undefined;
  query: URLSearchParams;
}

export function readPlace({ pathname, search }: { pathname: string; search: string }): Place {
  const [, , page = '', id] = pathname.split('/');
  return { page, id: id || undefined, query: new URLSearchParams(search) };
}

/** Returns the location in the URL, and a function that navigates. */
export function usePlace(): [Place, (path: string, options?: { replace?: boolean }) => void] {
  const [place, setPlace] = useState(() => readPlace(location));
  useEffect(() => {
    const onChange = () => setPlace(readPlace(location));
    addEventListener('popstate', onChange);
    return () => removeEventListener('popstate', onChange);
  }, []);
  const go = useCallback((path: string, { replace = false } = {}) => {
    const before = location.pathname;
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    setPlace(readPlace(location));
    if (!replace && before !== location.pathname) {
      scrollTo(0, 0);
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    }
  }, []);
  return [place, go];
}
