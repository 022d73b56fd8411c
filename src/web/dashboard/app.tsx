import { useEffect, useErrorBoundary, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { OverviewReply } from '../../wire/admin.ts';
import type { TagsReply } from '../../wire/tags.ts';
import { signedOut, adminApi } from '../ui/admin-api.ts';
import { AnonymousBanner, NotificationBanner, SwitchesBanner } from '../ui/admin-banners.tsx';
import { Report } from '../ui/closed-chats/report.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import type { Route } from '../ui/route.ts';
import { go, useRoute, conversationHref } from '../ui/router.ts';
import { useFocusRecovery } from '../ui/use-focus-recovery.ts';
import { useShortcuts } from '../ui/shortcuts.ts';
import { useStore } from '../ui/store.ts';
import { RAIL_PATH, TAGS_PATH } from './addresses.ts';
import { useLive } from '../ui/live.ts';
import { lazyView } from './parts/lazy-view.tsx';
import { Rail } from './rail.tsx';
import { searchKey } from './search-key.ts';
import { measureSticky } from './sticky-height.ts';
import { ExportElsewhere } from './settings/data.tsx';
import { SECTIONS, type SectionId } from './sections.ts';
import { AssistantView } from './views/assistant.tsx';
import { Conversation } from './views/conversation.tsx';
import { Conversations } from './views/conversations.tsx';
import { DraftView } from './views/draft.tsx';
import { Head } from './views/head.tsx';
import { Knowledge } from './views/knowledge.tsx';
import { NotFound } from './views/not-found.tsx';
import { Overview } from './views/overview.tsx';
import { Question } from './views/question.tsx';
import { Questions } from './views/questions.tsx';
import { Search } from './views/search.tsx';
import { Settings } from './views/settings.tsx';
import { Team } from './views/team.tsx';
import { WebsiteView } from './views/website.tsx';
import { Button } from '../ui/button.tsx';

const ActionPages = lazyView(async () => (await import('./on-demand.ts')).ActionPages);
const WidgetView = lazyView(async () => (await import('./on-demand.ts')).WidgetView);
const Reports = lazyView(async () => (await import('./on-demand.ts')).Reports);

/** The dashboard: navigation, banners and one view. */
export function App({ anonymousMode }: { anonymousMode: boolean }) {
  const route = useRoute();
  const { data } = useLive<OverviewReply>(RAIL_PATH);
  const gone = useSignedOut();
  const main = useRef<HTMLElement>(null);
  const address = route.path.join('/');
  const section = SECTIONS.find(({ id }) => id === (route.path[0] ?? ''));
  const waiting = data?.waitingNow ?? 0;

  useEffect(() => {
    const name = section?.name ?? 'Not found';
    document.title = waiting > 0 ? `(${waiting}) ${name} · Dashboard` : `${name} · Dashboard`;
  }, [section, waiting]);
  useMovedTo(address, route.scrollTo, main);
  useSearchKey(main);
  useFocusRecovery();
  const top = useStickyHeight();

  return (
    <>
      <Button class="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </Button>
      <div ref={top} class="above">
        {(data?.anonymousMode ?? anonymousMode) && <AnonymousBanner />}
        {data && <SwitchesBanner {...data.switches} />}
        {data?.notificationFailure && <NotificationBanner failing={data.notificationFailure} />}
        {address !== 'settings/conversations' && <ExportElsewhere />}
      </div>
      <div class="frame">
        <Rail current={section?.id} waiting={waiting} version={data?.version} />
        <main ref={main} tabIndex={-1}>
          <ErrorBoundary key={address}>
            <View section={section?.id} route={route} />
          </ErrorBoundary>
        </main>
      </div>
      {gone && <SignedOut />}
    </>
  );
}

function View({ section, route }: { section: SectionId | undefined; route: Route }) {
  const [, id, detail, part, entry] = route.path;
  switch (section) {
    case '':
      return <Overview query={route.query} />;
    case 'conversations':
      return id === undefined ? (
        <Conversations query={route.query} />
      ) : (
        <Conversation key={id} sessionId={id} at={Number(route.query.get('at') ?? 0)} />
      );
    case 'closed-chats':
      return <ClosedChats />;
    case 'reports':
      return <Reports query={route.query} />;
    case 'search':
      return <Search query={route.query} />;
    case 'questions':
      return id === undefined || detail === undefined ? (
        <Questions query={route.query} />
      ) : (
        <Question key={detail} sessionId={id} messageId={detail} />
      );
    case 'knowledge':
      return id === 'websites' && detail !== undefined ? (
        <WebsiteView key={detail} id={detail} />
      ) : (
        <Knowledge query={route.query} />
      );
    case 'team':
      return <Team />;
    case 'settings':
      return <Setting page={id} {...{ detail, part, entry }} />;
    case undefined:
      return <NotFound />;
  }
}

type SettingProps = Record<'page' | 'detail' | 'part' | 'entry', string | undefined>;

function Setting({ page, detail, part, entry }: SettingProps) {
  switch (page) {
    case 'widgets':
      return detail === undefined ? <Settings page={page} /> : <WidgetView id={detail} />;
    case 'assistants':
      if (detail === undefined) return <Settings page={page} />;
      if (part === 'actions') return <ActionPages assistantId={detail} page={entry} />;
      return part === 'draft' ? <DraftView id={detail} /> : <AssistantView id={detail} />;
    default:
      return <Settings page={page} />;
  }
}

/** An error boundary: an error in a view does not break the page. */
function ErrorBoundary({ children }: { children: preact.ComponentChildren }) {
  const boundary = useErrorBoundary();
  if (boundary[0] === undefined) return <>{children}</>;
  return (
    <div class="view">
      <ErrorNotice
        sentence="This view could not be displayed. Other views are not affected."
        onRetry={boundary[1]}
      />
    </div>
  );
}

function SignedOut() {
  return (
    <Dialog title="You are signed out" onClose={() => location.reload()}>
      <p>The admin key was rotated, or you signed out in another window. Sign in to continue.</p>
      <div class="actions">
        <Button class="button primary" onClick={() => location.reload()}>
          Sign in
        </Button>
      </div>
    </Dialog>
  );
}

function useSignedOut(): boolean {
  const [gone, setGone] = useState(false);
  useEffect(() => {
    const listener = () => setGone(true);
    signedOut.addEventListener('signed-out', listener);
    return () => signedOut.removeEventListener('signed-out', listener);
  }, []);
  return gone;
}

/** Restores the scroll position and focuses the heading after navigation, for screen readers. */
function useMovedTo(address: string, scrollTo: number, main: { current: HTMLElement | null }): void {
  const before = useRef(address);
  useLayoutEffect(() => {
    if (before.current === address) return;
    before.current = address;
    window.scrollTo(0, scrollTo);
    main.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [address]);
}

/** `/` opens the search, or focuses its field if it is open. */
function useSearchKey(main: { current: HTMLElement | null }): void {
  const open = () => {
    const field = main.current?.querySelector<HTMLElement>('.search-field input');
    if (field) field.focus();
    else go('#/search');
  };
  useShortcuts([{ key: '/', does: 'Search', run: open }], useStore(searchKey));
}

/** Sets `--above` to the height of the elements at the top. */
function useStickyHeight() {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current: top } = element;
    if (!top) return;
    const observer = new ResizeObserver(() => measureSticky(top));
    observer.observe(top);
    return () => observer.disconnect();
  }, []);
  return element;
}

/** The closed-chats report: sources, waiting times and handling times. */
function ClosedChats() {
  return (
    <div class="view">
      <Head title="Closed chats" lead="Conversations that agents closed, with their source and duration." />
      <Report api={adminApi} hrefOf={conversationHref} tags={useLive<TagsReply>(TAGS_PATH).data?.tags} />
    </div>
  );
}
