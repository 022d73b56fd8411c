import { Report } from '../../ui/closed-chats/report.tsx';
import { adminApi } from '../../ui/admin-api.ts';
import { conversationHref } from '../../ui/router.ts';
import { Head } from './head.tsx';

/** The closed-chats report: source, waiting and handling times. */
export function ClosedChats() {
  return (
    <div class="view">
      <Head title="Closed chats" lead="Conversations that agents closed, with their source and duration." />
      <Report api={adminApi} hrefOf={conversationHref} />
    </div>
  );
}
