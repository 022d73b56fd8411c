import { useEffect, useState } from 'preact/hooks';
import type { ClosedChat, ClosedChatsReply } from '../../../wire/closed-chats.ts';

/** What a report is about. */
export interface ReportQuery {
  from: string;
  to: string;
  order: 'newest' | 'oldest';
  sourceDomain?: string;
}

/** The service, as the page around the report reaches it. */
export interface ReportSource {
  page(query: ReportQuery & { cursor?: string }): Promise<ClosedChatsReply>;
  file(query: ReportQuery): Promise<Blob>;
  /** What the reader is told of something that was thrown. */
  sentenceOf(thrown: unknown): string;
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
export function useReport(source: ReportSource, query: ReportQuery | undefined) {
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
      const next = await source.page({ ...query, ...(cursor !== undefined && { cursor }) });
      const { nextCursor } = next;
      update({
        chats: [...chats, ...next.chats],
        running: false,
        ...(nextCursor !== undefined && { cursor: nextCursor }),
      });
    } catch (thrown) {
      update({ ...before, running: false, problem: source.sentenceOf(thrown) });
    }
  }

  useEffect(() => {
    setShown({ asked, loaded: NOTHING });
    void load(NOTHING);
  }, [asked]);

  return { ...loaded, again: () => load(loaded) };
}
