import { useEffect, useState } from 'preact/hooks';
import type { SearchReply } from '../../wire/admin.ts';
import { adminApi } from '../ui/admin-api.ts';
import { apiPath, Problem } from '../ui/request.ts';

/** How long the reader pauses before what they typed is asked for. */
const PAUSE_MS = 200;
const PAGE = 30;
/** The longest text that can be searched for, in characters. */
export const MAX_QUERY = 200;

export interface SearchState {
  /** What was found for `text`; stays in sight until there is something newer. */
  found?: SearchReply;
  problem?: string;
  searching: boolean;
}

/** What was found last, for the way back from a conversation. */
let last: SearchReply | undefined;

/** Messages that hold every word of a text, asked for when the reader pauses. */
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
    const ask = async () => {
      setState(({ found }) => ({ ...(found && { found }), searching: true }));
      try {
        last = await adminApi.get<SearchReply>(apiPath('sessions/search', { q: text, limit: PAGE }), {
          signal: stop.signal,
        });
        setState({ found: last, searching: false });
      } catch (thrown) {
        if (stop.signal.aborted) return;
        setState({ problem: sentence(thrown), searching: false });
      }
    };
    const timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, attempt]);

  const loadMore = async () => {
    const { found } = state;
    if (!found?.nextCursor) return;
    setState({ found, searching: true });
    try {
      const query = { q: found.query, limit: PAGE, cursor: found.nextCursor };
      const next = await adminApi.get<SearchReply>(apiPath('sessions/search', query));
      last = { ...next, results: [...found.results, ...next.results] };
      setState((now) => (now.found === found && last ? { found: last, searching: false } : now));
    } catch (thrown) {
      setState({ found, problem: sentence(thrown), searching: false });
    }
  };

  return { ...state, loadMore, retry: () => setAttempt((count) => count + 1) };
}

function sentence(thrown: unknown): string {
  if (thrown instanceof Problem) return thrown.message;
  throw thrown;
}
