import { WifiOff } from 'lucide-static';
import { useEffect, useState } from 'preact/hooks';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { planSummary, upgradeLink } from '../../ui/plan-status.ts';
import type { Connection } from '../state/realtime.ts';
import type { DeskState } from '../state/state.ts';
import { Button } from '../../ui/button.tsx';

/**
 * `SHOW_DELAY_MS`: shorter losses of the connection are not shown. `RECONNECTED_MS`: how long its return is
 * shown. Both in milliseconds.
 */
const SHOW_DELAY_MS = 2_500;
const RECONNECTED_MS = 4_000;

/** Notices about the whole desk, above the panes. */
export function Banners({ state, onSignIn }: { state: DeskState; onSignIn: (() => void) | undefined }) {
  return (
    <>
      {state.signedOut ? <SignedOut onSignIn={onSignIn} /> : <Line connection={state.connection} />}
      <NoSeat state={state} />
    </>
  );
}

function SignedOut({ onSignIn }: { onSignIn: (() => void) | undefined }) {
  return (
    <p class="banner bad" role="alert">
      <span>Your session has expired. Drafts are saved.</span>
      {onSignIn ? (
        <Button onClick={onSignIn}>Sign in again</Button>
      ) : (
        <Button onClick={() => location.reload()}>Reload</Button>
      )}
    </p>
  );
}

/** Shows a lost connection after a delay, and its return. */
function Line({ connection }: { connection: Connection }) {
  const [shown, setShown] = useState<'nothing' | 'lost' | 'back'>('nothing');
  useEffect(() => {
    if (connection === 'connecting') return;
    if (connection === 'live') setShown((now) => (now === 'lost' ? 'back' : now));
    const wait = connection === 'down' ? SHOW_DELAY_MS : RECONNECTED_MS;
    const timer = setTimeout(() => setShown(connection === 'down' ? 'lost' : 'nothing'), wait);
    return () => clearTimeout(timer);
  }, [connection]);
  return (
    <div role="status">
      {shown === 'lost' && (
        <p class="banner wait">
          <Icon svg={WifiOff} size={16} />
          <span>Connection lost. Reconnecting. Updates may be delayed.</span>
        </p>
      )}
      {shown === 'back' && <p class="banner good">Connected.</p>}
    </div>
  );
}

/** Shows that a claim was refused because no seat was free. */
function NoSeat({ state: { plan, refusedSeat } }: { state: DeskState }) {
  if (!refusedSeat) return null;
  return (
    <p class="banner bad" role="alert">
      <span>
        {plan
          ? `You cannot claim this conversation. All seats of the ${plan.planDisplayName} plan are in use (${plural(plan.seatQuota, 'seat')}), and the grace period has ended.`
          : refusedSeat.sentence}
      </span>
      <Upgrade upgradeUrl={refusedSeat.upgradeUrl ?? plan?.upgradeUrl ?? ''} />
    </p>
  );
}

/** Shows that more agents than seats are active, with an explanation on request. */
export function SeatsExceeded({ state: { plan, refusedSeat } }: { state: DeskState }) {
  if (!plan?.exceeded || refusedSeat) return null;
  const { severity, state, meaning } = planSummary(plan, 0);
  return (
    <details class={`banner ${severity === 'bad' ? 'bad' : 'info'}`}>
      <summary>
        {plan.planDisplayName} plan: {state.toLowerCase()}
      </summary>
      <p>
        {meaning} <Upgrade upgradeUrl={plan.upgradeUrl} />
      </p>
    </details>
  );
}

function Upgrade({ upgradeUrl }: { upgradeUrl: string }) {
  const href = upgradeLink({ upgradeUrl });
  if (href === undefined) return null;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      Upgrade plan
    </a>
  );
}
