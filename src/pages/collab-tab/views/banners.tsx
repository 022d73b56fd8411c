import { WifiOff } from 'lucide-static';
import { useEffect, useState } from 'preact/hooks';
import { plural } from '../../dashboard/format.ts';
import { Icon } from '../../dashboard/parts/icon.tsx';
import { planWords, upgradeLink } from '../../dashboard/plan-words.ts';
import type { Connection } from '../desk/realtime.ts';
import type { DeskState } from '../desk/state.ts';

/** How long a lost connection may take to come back before anybody is told, and how long its return is told. */
const SILENT_MS = 2_500;
const SAID_MS = 4_000;

/** What concerns the whole desk, in one line each. */
export function Banners({ state, onSignIn }: { state: DeskState; onSignIn: (() => void) | undefined }) {
  return (
    <div class="banners">
      {state.signedOut ? <SignedOut onSignIn={onSignIn} /> : <Line connection={state.connection} />}
      <Seats state={state} />
    </div>
  );
}

function SignedOut({ onSignIn }: { onSignIn: (() => void) | undefined }) {
  return (
    <p class="banner bad" role="alert">
      <span>Your sign-in has run out. What you have written is kept.</span>
      {onSignIn ? (
        <button type="button" class="button" onClick={onSignIn}>
          Sign in again
        </button>
      ) : (
        <button type="button" class="button" onClick={() => location.reload()}>
          Reload
        </button>
      )}
    </p>
  );
}

/** The connection, once it has been gone for a moment, and its return. */
function Line({ connection }: { connection: Connection }) {
  const [shown, setShown] = useState<'nothing' | 'lost' | 'back'>('nothing');
  useEffect(() => {
    if (connection === 'connecting') return;
    if (connection === 'live') setShown((now) => (now === 'lost' ? 'back' : now));
    const wait = connection === 'down' ? SILENT_MS : SAID_MS;
    const timer = setTimeout(() => setShown(connection === 'down' ? 'lost' : 'nothing'), wait);
    return () => clearTimeout(timer);
  }, [connection]);
  return (
    <div role="status">
      {shown === 'lost' && (
        <p class="banner wait">
          <Icon svg={WifiOff} size={16} />
          <span>The connection is lost. Trying again. What you send meanwhile goes out when it is back.</span>
        </p>
      )}
      {shown === 'back' && <p class="banner good">The connection is back.</p>}
    </div>
  );
}

/** The seats of the plan: calm while everybody can go on, clear when somebody cannot. */
function Seats({ state: { plan, refusedSeat } }: { state: DeskState }) {
  if (!plan) return null;
  const upgrade = upgradeLink({ upgradeUrl: refusedSeat?.upgradeUrl ?? plan.upgradeUrl });
  const link = upgrade !== undefined && (
    <a href={upgrade} target="_blank" rel="noopener noreferrer">
      See larger plans
    </a>
  );
  if (refusedSeat) {
    return (
      <p class="banner bad" role="alert">
        <span>
          You could not claim this conversation: all seats of the {plan.planDisplayName} plan are taken (
          {plural(plan.seatQuota, 'seat')}), and the grace period is over.
        </span>
        {link}
      </p>
    );
  }
  if (!plan.exceeded) return null;
  const { mood, state, meaning } = planWords(plan, 0);
  return (
    <details class={`banner ${mood === 'bad' ? 'bad' : 'info'}`}>
      <summary>
        {plan.planDisplayName} plan: {state.toLowerCase()}
      </summary>
      <p>
        {meaning} {link}
      </p>
    </details>
  );
}
