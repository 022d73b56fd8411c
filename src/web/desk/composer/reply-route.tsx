import { Mail, TriangleAlert, UserRound } from 'lucide-static';
import { Icon } from '../../ui/icon.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { useNow } from '../../ui/use-now.ts';
import { replyRoute, type RouteFacts } from '../model/reply-route.ts';

/** The route of a reply. The element is always rendered, so that changes are announced. */
export function ReplyRouteLine({ facts }: { facts: RouteFacts }) {
  return (
    <p class="reply-route" role="status">
      {facts.presence && <Sentence facts={facts} />}
    </p>
  );
}

function Sentence({ facts }: { facts: RouteFacts }) {
  const { presence, visitorAt } = facts;
  const at = presence?.sinceMs === undefined ? visitorAt : new Date(presence.sinceMs).toISOString();
  const route = replyRoute(facts, useNow(at));
  if (!route) return null;
  const where = route.byEmail ? Mail : UserRound;
  return (
    <>
      <Icon svg={route.isDoubtful ? TriangleAlert : where} size={14} />{' '}
      <span>
        <UntrustedText text={route.sentence} />
      </span>
    </>
  );
}
