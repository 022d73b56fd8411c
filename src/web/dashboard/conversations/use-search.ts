import { useEffect, useRef, useState } from 'preact/hooks';
import type { SearchReply } from '../../../admin/wire/admin.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { usePages } from '../../ui/paging.tsx';
import type { Query } from '../../ui/query.ts';
import { sentenceOf } from '../../ui/request.ts';
import { searchPath } from '../addresses.ts';

/** The longest search text, in characters. */
export const MAX_QUERY = 200;

interface SearchState {
  found?: SearchReply;
  problem?: string;
  searching: boolean;
}

/** How long a result is cached, in milliseconds. */
const TTL_MS = 60_000;

/** The latest result with all loaded pages, by its path, for coming back from a conversation. */
let last: { path: string; reply: SearchReply; atMs: number } | undefined;

/** Drops the cached result after a conversation was deleted. */
export const forgetSearch = (): void => void (last = undefined);

/** Messages that hold every word of a text, of conversations that match the filters. */
export function useSearch(text: string, filters: Query) {
  const path = searchPath({ q: text, ...filters });
  const [state, setState] = useState<SearchState>({ searching: true });
  const [attempt, setAttempt] = useState(0);
  const asked = useRef('');

  useEffect(() => {
    if (last && last.path === path && attempt === 0 && Date.now() - last.atMs < TTL_MS) {
      asked.current = path;
      setState({ found: last.reply, searching: false });
      return;
    }
    const stop = new AbortController();
    const search = async () => {
      setState(({ found }) => ({ ...(found && { found }), searching: true }));
      try {
        const reply = await adminApi.get<SearchReply>(path, { signal: stop.signal });
        stop.signal.throwIfAborted();
        asked.current = path;
        last = { path, reply, atMs: Date.now() };
        setState({ found: reply, searching: false });
      } catch (thrown) {
        if (!stop.signal.aborted) setState({ problem: sentenceOf(thrown), searching: false });
      }
    };
    void search();
    return () => stop.abort();
  }, [path, attempt]);

  const { found, problem, searching } = state;
  const more = (cursor: string | undefined) =>
    adminApi.get<SearchReply>(searchPath({ q: text, ...filters, cursor }));
  const { pages, ...paging } = usePages(asked.current, more, found);
  const newest = pages.at(-1);
  const whole = newest ? { ...newest, results: pages.flatMap(({ results }) => results) } : found;
  useEffect(() => {
    if (newest && whole) last = { path, reply: whole, atMs: Date.now() };
  }, [newest]);

  return {
    found: whole,
    problem,
    searching: searching || paging.running,
    paging,
    retry: () => setAttempt((count) => count + 1),
  };
}
