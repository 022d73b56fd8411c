import { type ComponentChildren, render } from 'preact';
import type { SignIn } from '../../access/records/agent-application.ts';
import { attention, chime } from './state/attention.ts';
import { deskOf, type Desk } from './state/desk.ts';
import { callingWindow } from './state/calling-window.ts';
import { agentStorage } from './state/agent-storage.ts';
import { type Theme, applyTheme } from './theme.ts';
import { App } from './app/app.tsx';
import { agentApi } from '../ui/agent-api.ts';
import {
  type Access,
  claimsIn,
  type SignInState,
  SignInFailed,
  SignInNeeded,
} from '../ui/agent-sign-in/access.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { apiPath, Problem } from '../ui/request.ts';
import { routeNow } from '../ui/route.ts';
import { go } from '../ui/router.ts';
import { followTranslation } from '../ui/translation.ts';
import type { Store } from '../ui/store.ts';
import type { DeskLinkReply } from '../../notifications/wire/notifications.ts';
import { conversationHref, deskRoute, linkIn } from './router.ts';
import { ErrorNotice } from '../ui/notice.tsx';
import { Button } from '../ui/button.tsx';

const BROKEN = 'The agent desk could not be loaded. Check the connection and try again.';

const page = document.getElementById('desk');
if (page) {
  followTranslation(page);
  void open(page);
}

/** Signs the agent in and shows the desk, or an error. */
async function open(root: HTMLElement): Promise<void> {
  const setUp = root.dataset['signIn'];
  if (setUp === undefined) {
    render(<NotSetUp />, clear(root));
    return;
  }
  try {
    const signInState = await signInToDesk(JSON.parse(setUp) as SignIn);
    const { access, signIn, theme } = signInState;
    theme?.watch(applyTheme);
    if (theme) applyTheme(theme.get());
    if (!access) {
      render(<SignInCard {...signInState} />, clear(root));
      return;
    }
    const desk = await startDesk(access);
    if (!desk) {
      const problem = 'This account cannot use the agent desk. Sign in with a work account.';
      render(<SignInCard {...(signIn && { signIn })} problem={problem} />, clear(root));
      return;
    }
    render(<App desk={desk} signInState={signInState} choosesTheme={!theme} />, clear(root));
  } catch (error) {
    const problem = error instanceof Problem || error instanceof SignInFailed ? error.message : BROKEN;
    render(<Stuck problem={problem} />, clear(root));
  }
}

/** Signs in through Teams, or by redirect in a browser. Only the required code is loaded. */
async function signInToDesk(signIn: SignIn): Promise<SignInState & { theme?: Store<Theme> }> {
  if (window.parent !== window || 'nativeInterface' in window) {
    const { teamsSignIn } = await lazyPart(() => import('./teams.ts'));
    return teamsSignIn();
  }
  const { browserSignIn } = await lazyPart(() => import('../ui/agent-sign-in/browser.ts'));
  return browserSignIn(signIn);
}

/**
 * Opens the conversation of a card's link. An expired link stays in the URL, and the desk shows a message.
 */
async function openLink(access: Access): Promise<void> {
  const link = linkIn(location.hash);
  if (link === undefined) return;
  try {
    const api = agentApi({ access, onSignedOut: () => undefined });
    const { sessionId } = await api.get<DeskLinkReply>(apiPath(`agent/links/${link}`));
    history.replaceState(history.state, '', conversationHref(sessionId));
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'session-not-found')) throw error;
  }
}

/** Starts the desk; undefined if the service refuses this account. */
async function startDesk(access: Access): Promise<Desk | undefined> {
  try {
    await openLink(access);
    const { oid, name = '' } = claimsIn(await access.token());
    if (oid === undefined) return undefined;
    const desk = deskOf({
      me: { oid, name },
      api: (onSignedOut) => agentApi({ access, onSignedOut }),
      kept: agentStorage(oid),
    });
    const notifications = lazyPart(async () => {
      const { deskNotifications } = await import('./app/on-demand.ts');
      return deskNotifications((sessionId) => go(conversationHref(sessionId)));
    });
    attention(desk, {
      ring: chime,
      show: (notification) => void notifications.then((show) => show(notification)),
      isRinging: callingWindow(oid),
    });
    await desk.start(deskRoute(routeNow()).openId);
    return desk;
  } catch (error) {
    const isRefused = error instanceof Problem && ['unauthorized', 'signed-out'].includes(error.code);
    if (isRefused || error instanceof SignInNeeded) return undefined;
    throw error;
  }
}

function clear(root: HTMLElement): HTMLElement {
  root.replaceChildren();
  return root;
}

function SignInCard({ signIn, problem }: Pick<SignInState, 'signIn' | 'problem'>) {
  return (
    <Gate problem={problem}>
      {signIn ? (
        <>
          <p>Answer the visitors of your website.</p>
          <Button class="button primary" onClick={() => void signIn()}>
            Sign in
          </Button>
        </>
      ) : (
        <p>
          <a href="/api/collab-tab" target="_blank" rel="noopener">
            Open in a browser
          </a>
        </p>
      )}
    </Gate>
  );
}

function NotSetUp() {
  return (
    <Gate>
      <p>
        Agent sign-in is not configured.{' '}
        <a href="/api/collab-setup" target="_blank" rel="noopener">
          {' '}
          Set it up{' '}
        </a>
      </p>
    </Gate>
  );
}

function Stuck({ problem }: { problem: string }) {
  return (
    <Gate problem={problem}>
      <Button class="button primary" onClick={() => location.reload()}>
        Try again
      </Button>
    </Gate>
  );
}

interface GateProps {
  busy?: boolean;
  problem?: string | undefined;
  children?: ComponentChildren;
}

/** Shown before sign-in. */
function Gate({ busy = false, problem, children }: GateProps) {
  return (
    <main class="gate" aria-busy={busy}>
      <div class="gate-card">
        <h1>Agent desk</h1>
        <ErrorNotice sentence={problem} />
        {children}
      </div>
    </main>
  );
}
