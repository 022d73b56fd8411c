import type { Route } from '../ui/route.ts';
import { href, useRoute } from '../ui/router.ts';

const SESSION_ID = /^[\da-f-]{36}$/i;

/** The URL of a conversation, at one of its messages where `seq` is given. */
export const conversationHref = (sessionId: string, seq?: number): string =>
  href(['c', sessionId], { at: seq });
export const LIST_HREF = href([]);
/** The report on closed chats. */
export const REPORT_HREF = href(['closed-chats']);

/** The link in the URL, as a card in Teams has it; undefined without one. */
export const linkIn = (hash: string): string | undefined => /^#\/l\/([\w.-]+)$/.exec(hash)?.[1];
export const linkHref = (link: string): string => href(['l', link]);

/** The target of the URL: a conversation, the report, a link that could not be opened, or the list. */
interface DeskRoute {
  openId: string | undefined;
  /** The message that the agent came for. */
  wantedSeq: number | undefined;
  showsReport: boolean;
  isExpired: boolean;
}

export function deskRoute({ path: [page, id = ''], query }: Route): DeskRoute {
  const at = /^\d{1,9}$/.exec(query.get('at') ?? '')?.[0];
  return {
    openId: page === 'c' && SESSION_ID.test(id) ? id.toLowerCase() : undefined,
    wantedSeq: at === undefined ? undefined : Number(at),
    showsReport: page === 'closed-chats',
    isExpired: page === 'l',
  };
}

export const useDeskRoute = (): DeskRoute => deskRoute(useRoute());
