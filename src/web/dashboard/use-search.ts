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

/** A search: the text, and the id of a tag that the conversations have, or an empty text for any. */
interface Wanted {
  text: string;
  tag: string;
}

/** The latest result with all loaded pages, for coming back from a conversation. */
let last: { wanted: Wanted; reply: SearchReply } | undefined;
let lastAtMs = 0;

function keep(wanted: Wanted, reply: SearchReply): void {
  last = { wanted, reply };
  lastAtMs = Date.now();
}

/** Drops the cached result after a conversation was deleted. */
export const forgetSearch = (): void => void (last = undefined);

/**
 * Messages that hold every word of a text, of conversations with a tag. The search runs when the reader
 * pauses; the result before stays until then.
 */
export function useSearch({ text, tag }: Wanted) {
  const [state, setState] = useState<SearchState>(() => ({
    ...(last?.wanted.tag === tag && text !== '' && { found: last.reply }),
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
    const isLast = last?.wanted.text === text && last.wanted.tag === tag;
    if (last && isLast && attempt === 0 && Date.now() - lastAtMs < TTL_MS) {
      setState({ found: last.reply, searching: false });
      return;
    }
    const stop = new AbortController();
    const search = async () => {
      setState(({ found }) => ({ ...(found && { found }), searching: true }));
      try {
        const reply = await requestSearch({ text, tag }, undefined, stop.signal);
        stop.signal.throwIfAborted();
        keep({ text, tag }, reply);
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
  }, [text, tag, attempt]);

  const { found, problem, searching } = state;
  const query = found?.query ?? '';
  const more = (cursor: string | undefined) => requestSearch({ text: query, tag }, cursor);
  const { pages, ...paging } = usePages(`${tag} ${query}`, more, found);
  const newest = pages.at(-1);
  const whole = newest ? { ...newest, results: pages.flatMap(({ results }) => results) } : found;
  useEffect(() => {
    if (newest && whole) last = { wanted: { text: query, tag }, reply: whole };
  }, [newest]);

  return {
    found: whole,
    problem,
    searching: searching || paging.running,
    paging,
    retry: () => setAttempt((count) => count + 1),
  };
}

const requestSearch = (
  { text, tag }: Wanted,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<SearchReply> => adminApi.get(searchPath({ q: text, tag }, cursor), { signal });
