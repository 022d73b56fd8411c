import { useEffect, useErrorBoundary, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { OverviewReply } from '../../admin/wire/admin.ts';
import { signedOut } from '../ui/admin-api.ts';
import { AnonymousBanner, NotificationBanner, SwitchesBanner } from '../ui/admin-banners.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import type { Route } from '../ui/route.ts';
import { go, href, useRoute } from '../ui/router.ts';
import { useFocusRecovery } from '../ui/use-focus-recovery.ts';
import { RAIL_PATH } from './addresses.ts';
import { useLive } from '../ui/live.ts';
import { lazyView } from './parts/lazy-view.tsx';
import { Rail } from './rail.tsx';
import { measureSticky } from './sticky-height.ts';
import { ExportElsewhere } from './settings/data/data.tsx';
import { SECTIONS, type SectionId } from './sections.ts';
import { AssistantView } from './settings/assistants/assistant.tsx';
import { Conversation } from './conversations/conversation.tsx';
import { Conversations } from './conversations/conversations.tsx';
import { Knowledge } from './knowledge/knowledge.tsx';
import { NotFound } from './not-found.tsx';
import { Overview } from './overview/overview.tsx';
import { Questions } from './questions/questions.tsx';
import { Settings } from './settings/settings.tsx';
import { Team } from './team/team.tsx';
import { WebsiteView } from './knowledge/websites/website.tsx';
import { Button } from '../ui/button.tsx';

const DraftView = lazyView(async () => (await import('./on-demand.ts')).DraftView);
const ActionPages = lazyView(async () => (await import('./on-demand.ts')).ActionPages);
const WidgetView = lazyView(async () => (await import('./on-demand.ts')).WidgetView);
const Question = lazyView(async () => (await import('./on-demand.ts')).Question);
const Cost = lazyView(async () => (await import('./on-demand.ts')).Cost);
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
  const isAnonymous = data?.anonymousMode ?? anonymousMode;

  useEffect(() => {
    const name = section?.name ?? 'Not found';
    document.title = waiting > 0 ? `(${waiting}) ${name} · Dashboard` : `${name} · Dashboard`;
  }, [section, waiting]);
  useMovedTo(address, route.scrollTo, main);
  useSearchKey(main);
  useFormerAddress(route);
  useFocusRecovery();
  const top = useStickyHeight();

  return (
    <>
      <Button class="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </Button>
      <div ref={top} class="above">
        {!gone && isAnonymous && <AnonymousBanner />}
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
      {gone && <SignedOut wasAnonymous={isAnonymous} />}
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
    case 'reports':
      return <Reports query={route.query} />;
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
    case 'cost':
      return <Cost query={route.query} />;
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

/** `wasAnonymous`: there was no admin key before. */
function SignedOut({ wasAnonymous }: { wasAnonymous: boolean }) {
  return (
    <Dialog
      title={wasAnonymous ? 'Admin key created' : 'You are signed out'}
      onClose={() => location.reload()}
    >
      <p>
        {wasAnonymous
          ? 'An admin key was created for this dashboard. Sign in with it to continue.'
          : 'The admin key was rotated, or you signed out in another window. Sign in to continue.'}
      </p>
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

/** Ctrl+K or ⌘K opens the list of conversations and focuses its search field. */
function useSearchKey(main: { current: HTMLElement | null }): void {
  useEffect(() => {
    const field = () => main.current?.querySelector<HTMLElement>('.search-field input');
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.ctrlKey === event.metaKey || event.altKey) return;
      event.preventDefault();
      if (!field()) go(href(['conversations']));
      // The view is rendered after the navigation.
      setTimeout(() => field()?.focus());
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}

/** The former pages of closed conversations and of the search are the list with their filter. */
function useFormerAddress({ path: [section], query }: Route): void {
  const to =
    section === 'closed-chats' || section === 'closed'
      ? href(['conversations'], { status: 'closed' })
      : href(['conversations'], Object.fromEntries(query));
  const isFormer = section === 'closed-chats' || section === 'closed' || section === 'search';
  useLayoutEffect(() => {
    if (isFormer) go(to, { replace: true });
  }, [isFormer, to]);
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
