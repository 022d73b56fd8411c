import { useEffect, useRef, useState } from 'preact/hooks';
import type { SearchReply } from '../../wire/admin.ts';
import { adminApi } from '../ui/admin-api.ts';
import { usePages } from '../ui/paging.tsx';
import { sentenceOf } from '../ui/request.ts';
import { searchPath } from './addresses.ts';

/** How long the reader pauses before the search runs. */
const PAUSE_MS = 200;
/** Maximum length of a search, in characters. */
export const MAX_QUERY = 200;

interface SearchState {
  /** The first page for the latest text that was answered. */
  found?: SearchReply;
  problem?: string;
  searching: boolean;
}

/** How long a result is shown again without another search. */
const TTL_MS = 60_000;

/** The latest result with all of its pages, shown again when the reader comes back from a conversation. */
let last: SearchReply | undefined;
let lastAtMs = 0;

function keep(reply: SearchReply): void {
  last = reply;
  lastAtMs = Date.now();
}

/** Drops the result: a conversation was deleted. */
export const forgetSearch = (): void => void (last = undefined);

/**
 * Messages that hold every word of a text. The search runs when the reader pauses; the result before stays
 * until then.
 */
export function useSearch(text: string) {
  const [state, setState] = useState<SearchState>(() => ({
    ...(last && text !== '' && { found: last }),
    searching: false,
  }));
  const [attempt, setAttempt] = useState(0);
  const arrives = useRef(true);

  useEffect(() => {
    // The text of the page's address is complete, so that the search does not wait for a pause.
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
