import { useState } from 'preact/hooks';
import type { SentReport, SentReportsReply } from '../../wire/admin.ts';
import { adminApi } from '../ui/admin-api.ts';
import { apiPath, Problem } from '../ui/request.ts';
import { useLive } from './live.ts';

interface Further {
  reports: readonly SentReport[];
  cursor: string | undefined;
}

/** What left the building, newest first: the beginning stays up to date, the rest comes by request and stays as it is. */
export function useReportPages() {
  const live = useLive<SentReportsReply>(apiPath('reports/sent'));
  const [further, setFurther] = useState<Further>();
  const [more, setMore] = useState<{ running?: boolean; problem?: string }>({});

  const cursor = further ? further.cursor : live.data?.nextCursor;
  const loadMore = async () => {
    if (cursor === undefined) return;
    setMore({ running: true });
    try {
      const next = await adminApi.get<SentReportsReply>(apiPath('reports/sent', { cursor }));
      // What has slipped out of the first page since is between it and the next one.
      const known = further?.reports ?? live.data?.reports ?? [];
      setFurther({ reports: [...known, ...next.reports], cursor: next.nextCursor });
      setMore({});
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      setMore({ problem: thrown.message });
    }
  };

  return {
    live,
    reports: live.data && joined(live.data.reports, further?.reports ?? []),
    hasMore: cursor !== undefined,
    loadMore,
    more,
  };
}

/** Tells reports apart: no two of a kind were sent in the same millisecond. */
export function keyOf({ kind, sentAt }: SentReport): string {
  return `${kind} ${sentAt}`;
}

function joined(first: readonly SentReport[], further: readonly SentReport[]): readonly SentReport[] {
  const newest = new Set(first.map(keyOf));
  return [...first, ...further.filter((report) => !newest.has(keyOf(report)))];
}
