import { useEffect, useRef, useState } from 'preact/hooks';
import type { SearchReply } from '../../wire/admin.ts';
import { adminApi } from '../ui/admin-api.ts';
import { usePages } from '../ui/paging.tsx';
import { sentenceOf } from '../ui/request.ts';
import { searchPath } from './addresses.ts';

/** The pause in typing before the search runs, in milliseconds. */
const PAUSE_MS = 200;
/** The longest search text, in characters. */
export const MAX_QUERY = 200;

interface SearchState {
  /** The first page for the latest text. */
  found?: SearchReply;
  problem?: string;
  searching: boolean;
}

/** How long a result is cached, in milliseconds. */
const TTL_MS = 60_000;

/** The latest result with all loaded pages, for coming back from a conversation. */
let last: SearchReply | undefined;
let lastAtMs = 0;

function keep(reply: SearchReply): void {
  last = reply;
  lastAtMs = Date.now();
}

/** Drops the cached result after a conversation was deleted. */
export const forgetSearch = (): void => void (last = undefined);

/**
 * Searches for messages with every word of a text, when the reader pauses typing. Earlier results stay until
 * then.
 */
export function useSearch(text: string) {
  const [state, setState] = useState<SearchState>(() => ({
    ...(last && text !== '' && { found: last }),
    searching: false,
  }));
  const [attempt, setAttempt] = useState(0);
  const arrives = useRef(true);

  useEffect(() => {
    // Text in the page's URL is complete, so the search does not wait.
    const pauseMs = arrives.current ? 0 : PAUSE_MS;
    arrives.current = false;
    if (text === '') {
      setState({ searching: false });
      return;
    }
    if (last?.query === text && attempt === 0 && Date.now() - lastAtMs < TTL_MS) {
      setState({ found: last, searching: false });
      return;
    }
    const stop = new AbortController();
    const search = async () => {
      setState(({ found }) => ({ ...(found && { found }), searching: true }));
      try {
        const reply = await searched(text, undefined, stop.signal);
        stop.signal.throwIfAborted();
        keep(reply);
        setState({ found: reply, searching: false });
      } catch (thrown) {
        if (!stop.signal.aborted) setState({ problem: sentenceOf(thrown), searching: false });
      }
    };
    const timer = setTimeout(() => void search(), pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, attempt]);

  const { found, problem, searching } = state;
  const query = found?.query ?? '';
  const { pages, ...paging } = usePages(query, (cursor) => searched(query, cursor), found);
  const newest = pages.at(-1);
  const whole = newest ? { ...newest, results: pages.flatMap(({ results }) => results) } : found;
  useEffect(() => {
    if (newest) last = whole;
  }, [newest]);

  return {
    found: whole,
    problem,
    searching: searching || paging.running,
    paging,
    retry: () => setAttempt((count) => count + 1),
  };
}

const searched = (text: string, cursor: string | undefined, signal?: AbortSignal): Promise<SearchReply> =>
  adminApi.get(searchPath(text, cursor), { signal });
