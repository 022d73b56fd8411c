import { useEffect, useState } from 'preact/hooks';
import type { SearchReply } from '../../wire/admin.ts';
import { adminApi } from '../ui/admin-api.ts';
import { usePages } from '../ui/paging.tsx';
import { apiPath, sentenceOf } from '../ui/request.ts';

/** How long the reader pauses before the search runs. */
const PAUSE_MS = 200;
const PAGE = 30;
/** Maximum length of a search, in characters. */
export const MAX_QUERY = 200;

interface SearchState {
  /** The first page for the latest text that was answered. */
  found?: SearchReply;
  problem?: string;
  searching: boolean;
}

/** The latest result with all of its pages, shown again when the reader comes back from a conversation. */
let last: SearchReply | undefined;

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

  useEffect(() => {
    if (text === '') {
      setState({ searching: false });
      return;
    }
    if (last?.query === text && attempt === 0) {
      setState({ found: last, searching: false });
      return;
    }
    const stop = new AbortController();
    const search = async () => {
      setState(({ found }) => ({ ...(found && { found }), searching: true }));
      try {
        last = await searched(text, undefined, stop.signal);
        setState({ found: last, searching: false });
      } catch (thrown) {
        if (!stop.signal.aborted) setState({ problem: sentenceOf(thrown), searching: false });
      }
    };
    const timer = setTimeout(() => void search(), PAUSE_MS);
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
  adminApi.get(apiPath('sessions/search', { q: text, limit: PAGE, cursor }), { signal });
