import { useEffect, useState } from 'preact/hooks';
import type { ClosedChat, ClosedChatsReply } from '../../../wire/closed-chats.ts';
import { apiPath, Problem, sentenceOf, type ApiClient } from '../request.ts';

const PATH = 'reports/closed-chats';

/** What a report is about. */
export interface ReportQuery {
  from: string;
  to: string;
  order: 'newest' | 'oldest';
  sourceDomain?: string;
}

/** The whole report as CSV. Throws a Problem where it broke off: its last line says so (docs/api.md, Closed chats). */
export async function reportFile(api: ApiClient, query: ReportQuery): Promise<Blob> {
  const file = await api.file(apiPath(PATH, { ...query, format: 'csv' }));
  const tail = await file.slice(-1_000).text();
  if (!/(^|\n)Incomplete: [^\n]*\r?\n$/.test(tail)) return file;
  throw new Problem('broke-off', 'The download was interrupted. Nothing was saved. Try again.');
}

interface Loaded {
  /** Undefined while the first are on their way. */
  chats?: readonly ClosedChat[];
  cursor?: string;
  running: boolean;
  problem?: string;
}

const NOTHING: Loaded = { running: true };

/** A report that grows at its end by request; what another question was asked for is forgotten. */
export function useReport(api: ApiClient, query: ReportQuery | undefined) {
  const asked = JSON.stringify(query);
  const [shown, setShown] = useState({ asked, loaded: NOTHING });
  const loaded = shown.asked === asked ? shown.loaded : NOTHING;
  const update = (next: Loaded) => setShown((now) => (now.asked === asked ? { asked, loaded: next } : now));

  async function load(before: Loaded): Promise<void> {
    if (!query) return;
    const { chats = [], cursor } = before;
    const { problem: _solved, ...rest } = before;
    update({ ...rest, running: true });
    try {
      const next = await api.get<ClosedChatsReply>(apiPath(PATH, { ...query, cursor }));
      const { nextCursor } = next;
      update({
        chats: [...chats, ...next.chats],
        running: false,
        ...(nextCursor !== undefined && { cursor: nextCursor }),
      });
    } catch (thrown) {
      update({ ...before, running: false, problem: sentenceOf(thrown) });
    }
  }

  useEffect(() => {
    setShown({ asked, loaded: NOTHING });
    void load(NOTHING);
  }, [asked]);

  return { ...loaded, again: () => load(loaded) };
}
