import { useEffect, useState } from 'preact/hooks';
import type { AgentSearchReply } from '../../../desk/wire/agent-search.ts';
import type { AgentApi } from '../../ui/agent-api.ts';
import { usePages } from '../../ui/paging.tsx';
import { apiPath, sentenceOf } from '../../ui/request.ts';

/** The search criteria. Empty fields match everything. Days are in the agent's time zone. */
export interface SearchCriteria {
  text: string;
  visitor: string;
  sourceDomain: string;
  tagId: string;
  /** As `2026-11-20`, inclusive. */
  fromDay: string;
  toDay: string;
}

export const NO_CRITERIA: SearchCriteria = {
  text: '',
  visitor: '',
  sourceDomain: '',
  tagId: '',
  fromDay: '',
  toDay: '',
};

/** The pause in typing before the search runs, in milliseconds. */
const PAUSE_MS = 200;

/** The API query of a search; undefined if all criteria are empty. */
export function searchQuery({ text, visitor, sourceDomain, tagId, fromDay, toDay }: SearchCriteria) {
  const query = {
    q: text.trim() || undefined,
    visitor: visitor.trim() || undefined,
    sourceDomain: sourceDomain || undefined,
    tag: tagId || undefined,
    from: startOf(fromDay),
    to: startOf(toDay, 1),
  };
  return Object.values(query).some((part) => part !== undefined) ? query : undefined;
}

/** Local midnight at the beginning of a day, or `later` days after it. */
function startOf(day: string, later = 0): string | undefined {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return day === '' ? undefined : new Date(year, month - 1, date + later).toISOString();
}

interface SearchResult {
  /** The search that was run. */
  asked: string;
  first?: AgentSearchReply;
  problem?: string;
}

/** Searches conversations when the agent pauses typing. Earlier results stay until then. */
export function useAgentSearch(api: AgentApi, wanted: SearchCriteria) {
  const query = searchQuery(wanted);
  const asked = query ? apiPath('agent/search', query) : '';
  const [found, setFound] = useState<SearchResult>({ asked: '' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (asked === '') {
      setFound({ asked: '' });
      return;
    }
    const stop = new AbortController();
    const search = async () => {
      try {
        const first = await api.get<AgentSearchReply>(asked, { signal: stop.signal });
        if (!stop.signal.aborted) setFound({ asked, first });
      } catch (thrown) {
        if (!stop.signal.aborted) setFound({ asked, problem: sentenceOf(thrown) });
      }
    };
    const timer = setTimeout(() => void search(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked, attempt]);

  const more = (cursor: string | undefined) =>
    api.get<AgentSearchReply>(apiPath('agent/search', { ...query, cursor }));
  const { pages, ...paging } = usePages(found.asked, more, found.first);
  return {
    /** Undefined before the first response, and if all criteria are empty. */
    results: found.first && (pages.length > 0 ? pages : [found.first]).flatMap(({ results }) => results),
    problem: found.problem,
    searching: asked !== found.asked,
    paging,
    retry: () => setAttempt((count) => count + 1),
  };
}
