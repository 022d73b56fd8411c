import { ArrowLeft } from 'lucide-static';
import { Icon } from '../../ui/icon.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import type { Desk } from '../state/desk.ts';
import type { DeskState } from '../state/state.ts';
import { conversationHref, LIST_HREF } from '../router.ts';

const Report = lazyComponent(async () => (await import('./on-demand.ts')).Report);

/** The closed-chats report, in place of a conversation. */
export function ClosedChats({ desk, state: { domains, tags } }: { desk: Desk; state: DeskState }) {
  return (
    <>
      <header class="pane-head">
        <a class="icon-button back" href={LIST_HREF} aria-label="Back to the list">
          <Icon svg={ArrowLeft} />
        </a>
        <div class="pane-title">
          <h2 tabIndex={-1}>Closed chats</h2>
        </div>
      </header>
      <div class="report-pane">
        <Report.Component api={desk.api} hrefOf={conversationHref} {...{ domains, tags }} />
      </div>
    </>
  );
}
