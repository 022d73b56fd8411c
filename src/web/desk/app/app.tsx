import { MessagesSquare, Search as SearchIcon } from 'lucide-static';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Shortcut, useShortcuts } from '../../ui/shortcuts.ts';
import { neighborOf } from '../model/rows.ts';
import { conversationHref, LIST_HREF, useDeskRoute } from '../router.ts';
import type { Desk } from '../state/desk.ts';
import type { Preferences } from '../state/agent-storage.ts';
import { type DeskState, isHandling, listedSections, without } from '../state/state.ts';
import { applyTheme } from '../theme.ts';
import { useAbout } from '../about/use-about.ts';
import { useSearchKey } from './use-search-key.ts';
import { About } from '../about/about.tsx';
import { Availability, AvailabilityProblem } from './availability.tsx';
import { Banners, SeatsExceeded } from './banners.tsx';
import { ClosedChats } from './closed-chats.tsx';
import { List } from '../list/list.tsx';
import type { Dialog } from '../dialogs/open-dialog.tsx';
import { MentionsButton } from '../list/mentions-button.tsx';
import { Settings } from './settings.tsx';
import { claimNext } from './claim-next.ts';
import { closeAndGoOn, undoClose } from './close-and-go-on.ts';
import { Thread, type ThreadHandle, type ThreadProps } from '../thread/thread.tsx';
import { Toasts } from './toasts.tsx';
import type { SignInState } from '../../ui/agent-sign-in/access.ts';
import { useFocusRecovery } from '../../ui/use-focus-recovery.ts';
import { IconButton } from '../../ui/button.tsx';
import { lazyComponent, lazyDialog } from '../../ui/lazy-component.tsx';
import { Empty } from '../../ui/notice.tsx';
import { go } from '../../ui/router.ts';
import { useStore } from '../../ui/store.ts';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

const CallOffer = lazyComponent(async () => (await import('./on-demand.ts')).CallOffer);
const OpenDialog = lazyDialog(async () => (await import('./on-demand.ts')).OpenDialog);

interface AppProps {
  desk: Desk;
  signInState: SignInState;
  /** Whether the agent can choose the theme. In Teams its theme is used. */
  choosesTheme: boolean;
}

/** The desk: list, conversation and details. On phones one of them is shown at a time. */
export function App({ desk, signInState, choosesTheme }: AppProps) {
  const state = useStore(desk.state);
  const { openId, wantedSeq, showsReport, isExpired } = useDeskRoute();
  const thread = useRef<ThreadHandle>(null);
  const [dialog, setDialog] = useState<Dialog>();
  const { showsAbout, coversThread, toggleAbout, uncover } = useAbout(openId !== undefined);
  const [preferences, setPreferences] = useState(desk.kept.preferences);
  const closeDialog = () => setDialog(undefined);

  useEffect(() => void desk.conversations.open(openId), [openId]);
  useEffect(() => {
    if (openId !== undefined) void desk.mentions.markSeen(openId);
  }, [openId, state.mentions]);
  useEffect(() => {
    if (choosesTheme) applyTheme(preferences.theme);
  }, [preferences.theme]);
  useFocusOnOpen(openId, showsReport);
  useFocusRecovery();
  // Preloaded, so that keys typed after a shortcut reach its dialog.
  useEffect(OpenDialog.preload, []);

  const shortcuts = useMemo(() => shortcutsOf(desk, thread, setDialog, { toggleAbout, uncover }), [desk]);
  useShortcuts(shortcuts, preferences.keys);
  useSearchKey(() => setDialog('search'));

  const showPreferences = (next: Preferences) => {
    setPreferences(next);
    const { translateTo } = next;
    desk.state.update((before) => ({
      ...without(before, 'translateTo'),
      ...(translateTo !== undefined && { translateTo }),
    }));
  };
  const choosePreferences = (next: Preferences) => {
    desk.kept.keepPreferences(next);
    showPreferences(next);
  };
  // Otherwise this window would show them as they were, and store them again with its next change.
  useEffect(
    () => desk.kept.watch((part) => part === 'preferences' && showPreferences(desk.kept.preferences())),
    [],
  );

  useContinued(desk, state, openId, wantedSeq);

  const { signIn, access } = signInState;
  const signOut = access?.signOut;
  return (
    <main
      class={`desk${openId === undefined && !showsReport ? '' : ' reading'}${openId !== undefined && showsAbout ? ' with-about' : ''}`}
    >
      <h1 class="unseen">Agent desk</h1>
      <div class="floating">
        <Banners state={state} onSignIn={signIn && (() => void signIn())} />
        <Toasts desk={desk} state={state} />
      </div>
      <nav class="pane list" aria-label="Conversations">
        <header class="pane-head">
          <p class="pane-title brand" aria-hidden="true">
            Agent desk
          </p>
          <Availability desk={desk} availability={state.availability} />
          <IconButton
            label="Search"
            title="Search (/)"
            icon={SearchIcon}
            onClick={() => setDialog('search')}
          />
          <MentionsButton state={state} onOpen={() => setDialog('mentions')} />
          <Settings
            me={state.me}
            translates={state.translates === true}
            preferences={preferences}
            onPreferences={choosePreferences}
            choosesTheme={choosesTheme}
            onCanned={() => setDialog('canned')}
            onKeys={() => setDialog('keys')}
            onSignOut={signOut && (() => void signOut())}
          />
        </header>
        <AvailabilityProblem availability={state.availability} />
        <List
          {...{ desk, state }}
          onClaimNext={() => claimNext(desk, thread)}
          onSelect={() => setDialog('several')}
        />
        {!preferences.offered && (
          <CallOffer.Component preferences={preferences} onPreferences={choosePreferences} />
        )}
        <SeatsExceeded state={state} />
      </nav>
      <section
        class="pane conversation"
        aria-label={showsReport ? 'Report' : 'Conversation'}
        inert={coversThread}
      >
        <MainView
          {...{ desk, state, openId, wantedSeq, showsReport, isExpired, showsAbout, preferences }}
          handle={thread}
          onPreferences={choosePreferences}
          onAbout={toggleAbout}
          onTransfer={() => setDialog('transfer')}
          onSnooze={() => setDialog('snooze')}
          onEditCanned={() => setDialog('canned')}
        />
      </section>
      {openId !== undefined && showsAbout && (
        <section class="pane context" aria-label="About this conversation">
          <About
            {...{ desk, state }}
            sessionId={openId}
            onTags={() => setDialog('tags')}
            onClose={toggleAbout}
          />
        </section>
      )}
      {dialog && (
        <OpenDialog.Component
          {...{ dialog, desk, state, openId, shortcuts }}
          keys={preferences.keys}
          onClose={closeDialog}
        />
      )}
    </main>
  );
}

interface OpenedProps extends Omit<ThreadProps, 'sessionId'> {
  openId: string | undefined;
  showsReport: boolean;
  isExpired: boolean;
}

/** The view in the URL: the report, a conversation, or the empty pane. */
function MainView({ openId, showsReport, isExpired, ...thread }: OpenedProps) {
  const { desk, state } = thread;
  if (showsReport) return <ClosedChats desk={desk} state={state} />;
  if (isExpired) return <ExpiredLink />;
  if (openId === undefined) return <EmptyPane sourceDomain={state.filter.sourceDomain} />;
  return <Thread key={openId} sessionId={openId} {...thread} />;
}

function EmptyPane({ sourceDomain }: { sourceDomain: string | undefined }) {
  return (
    <div class="centred">
      <Empty icon={MessagesSquare} title="No conversation selected">
        {sourceDomain !== undefined && (
          <p>
            Filtered by <UntrustedText text={sourceDomain} />.
          </p>
        )}
        <p>
          Select a conversation. Press <kbd>J</kbd> for the first, or <kbd>?</kbd> for keyboard shortcuts.
        </p>
      </Empty>
    </div>
  );
}

function ExpiredLink() {
  return (
    <div class="centred">
      <Empty icon={MessagesSquare} title="This link has expired">
        <p>If the visitor is still waiting, the conversation is in the queue.</p>
      </Empty>
    </div>
  );
}

/** Goes on to the conversation that continues the open one, with the unsent text. */
function useContinued(desk: Desk, { rows, drafts }: DeskState, openId = '', wantedSeq?: number): void {
  const continuedBy = rows.get(openId)?.continuedBy;
  useEffect(() => {
    if (continuedBy === undefined) return;
    for (const mode of ['reply', 'note'] as const) {
      const text = drafts[mode].get(openId);
      if (text === undefined || drafts[mode].has(continuedBy)) continue;
      desk.drafts.write(continuedBy, mode, text);
      desk.drafts.write(openId, mode, '');
    }
    go(conversationHref(continuedBy, wantedSeq), { replace: true });
  }, [continuedBy]);
}

/** Focuses the heading of an opened conversation, for screen readers. */
function useFocusOnOpen(openId: string | undefined, showsReport: boolean): void {
  const opened = openId ?? (showsReport ? 'report' : undefined);
  const before = useRef(opened);
  useEffect(() => {
    if (before.current === opened) return;
    const left = before.current === 'report' ? '.to-report' : `[data-session="${before.current}"]`;
    before.current = opened;
    const selector = opened === undefined ? left : '.conversation h2';
    document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }, [opened]);
}

/** The shortcuts for the open conversation. */
function shortcutsOf(
  desk: Desk,
  thread: { current: ThreadHandle | null },
  show: (dialog: Dialog) => void,
  { toggleAbout, uncover }: Pick<ReturnType<typeof useAbout>, 'toggleAbout' | 'uncover'>,
): Shortcut[] {
  const open = () => {
    const { openId, rows } = desk.state.get();
    return openId === undefined ? undefined : rows.get(openId);
  };
  const withMine = (act: (sessionId: string) => void) => () => {
    const row = open();
    if (isHandling(desk.state.get(), row)) act(row.sessionId);
  };
  const toggleUrgent = () => {
    const row = open();
    if (row && row.status !== 'closed') void desk.actions.markUrgent(row.sessionId, !row.urgent);
  };
  const listedIn = (state: DeskState) =>
    listedSections(state).flatMap((section) => section.rows.map((row) => row.sessionId));
  let lastListed: readonly string[] = [];
  desk.state.watch(({ rows, view, filter, closings }, before) => {
    const same = rows === before.rows && view === before.view && filter === before.filter;
    if (same && closings === before.closings) return;
    const listed = listedIn(before);
    if (before.openId !== undefined && listed.includes(before.openId)) lastListed = listed;
  });
  const step = (by: 1 | -1) => () => {
    const next = neighborOf(desk.state.get().openId, by, listedIn(desk.state.get()), lastListed);
    if (next !== undefined) go(conversationHref(next));
  };
  return [
    { key: '/', does: 'Search conversations', run: () => show('search') },
    { key: 'j', does: 'Next conversation', run: step(1) },
    { key: 'k', does: 'Previous conversation', run: step(-1) },
    { key: 'x', does: 'Claim next', run: () => void claimNext(desk, thread) },
    { key: 'c', does: 'Claim the conversation', run: () => void thread.current?.claim() },
    { key: 'r', does: 'Write a reply', run: () => uncover(() => thread.current?.reply()) },
    { key: 'n', does: 'Write a private note', run: () => uncover(() => thread.current?.note()) },
    {
      key: 's',
      does: 'Suggest a reply',
      run: withMine((id) => desk.state.get().drafting && void desk.assist.suggest(id)),
    },
    { key: 'h', does: 'Snooze', run: withMine(() => show('snooze')) },
    { key: 't', does: 'Transfer', run: withMine(() => show('transfer')) },
    { key: 'm', does: 'Select several of your conversations', run: () => show('several') },
    { key: '!', does: 'Toggle urgent', run: toggleUrgent },
    { key: 'l', does: 'Edit tags', run: () => open() && show('tags') },
    { key: 'u', does: 'Return to queue', run: withMine((id) => void desk.actions.release(id)) },
    { key: 'e', does: 'Close the conversation', run: withMine((id) => closeAndGoOn(desk, id)) },
    { key: 'z', does: 'Undo the last close', run: () => undoClose(desk) },
    { key: 'i', does: 'Show or hide details', run: toggleAbout },
    { key: 'escape', does: 'Back to the list', run: () => go(LIST_HREF) },
    { key: '?', does: 'Show keyboard shortcuts', run: () => show('keys') },
  ];
}
