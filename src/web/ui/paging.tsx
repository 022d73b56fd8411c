import { useState } from 'preact/hooks';
import { ErrorNotice } from './notice.tsx';
import { sentenceOf } from './request.ts';
import { Button } from './button.tsx';

/** A page of a list. The cursor of the next page is missing on the last page. */
interface Page {
  nextCursor?: string | undefined;
}

/** How much of a list is loaded. */
export interface Paging {
  hasMore: boolean;
  running: boolean;
  problem?: string;
  /** Loads the next page, or the first one. */
  loadMore: () => Promise<void>;
}

/**
 * Keyset paging. `list` identifies the list: its pages are kept until it changes, and late responses for
 * another list are dropped. A `first` page from elsewhere may change while it is shown. Its rows are copied
 * into `pages` when the second page is loaded, because rows may have moved between both since.
 */
export function usePages<P extends Page>(
  list: string,
  load: (cursor: string | undefined) => Promise<P>,
  first?: P,
): Paging & { pages: readonly P[] } {
  const empty: { list: string; pages: readonly P[]; running: boolean; problem?: string } = {
    list,
    pages: [],
    running: false,
  };
  const [loaded, setLoaded] = useState(empty);
  const { pages, running, problem } = loaded.list === list ? loaded : empty;
  const known = pages.length > 0 || !first ? pages : [first];
  const cursor = known.at(-1)?.nextCursor;

  async function loadMore(): Promise<void> {
    if (known.length > 0 && cursor === undefined) return;
    setLoaded({ list, pages, running: true });
    const update = (next: Omit<typeof empty, 'list' | 'running'>) =>
      setLoaded((now) => (now.list === list ? { list, running: false, ...next } : now));
    try {
      const next = await load(cursor);
      update({ pages: [...known, next] });
    } catch (thrown) {
      update({ pages, problem: sentenceOf(thrown) });
    }
  }

  return {
    pages,
    running,
    ...(problem !== undefined && { problem }),
    hasMore: cursor !== undefined,
    loadMore,
  };
}

/** The end of a list: a button for the next page, or the reason why it could not be loaded. */
export function More({ paging, label = 'Show more' }: { paging: Paging; label?: string }) {
  const { hasMore, running, problem, loadMore } = paging;
  if (problem !== undefined) return <ErrorNotice sentence={problem} onRetry={() => void loadMore()} />;
  if (!hasMore) return null;
  return (
    <p class="more">
      <Button disabled={running} onClick={loadMore}>
        {running ? 'Loading…' : label}
      </Button>
    </p>
  );
}
