import { useCallback, useEffect, useState } from 'preact/hooks';
import type { SignIn } from '../../domain/sign-in.ts';
import { ActivityFeed, feedState } from './steps/activity-feed.tsx';
import { Package } from './steps/package.tsx';
import { Register } from './steps/register.tsx';
import { Settings } from './steps/settings.tsx';
import { type StepState, Step } from './steps/step.tsx';
import { type Trial, TrialStep, useTrial } from './steps/trial.tsx';
import { setupValues } from './values.ts';
import { adminApi } from '../ui/admin-api.ts';
import { apiPath, sentenceOf } from '../ui/request.ts';
import type { CollabChecks } from '../../wire/admin.ts';
import { ErrorNotice } from '../ui/notice.tsx';

/** The setup of Teams, from the directory to the app in Teams. */
export function App({ origin, signIn }: { origin: string; signIn: SignIn | undefined }) {
  const { found, problem, look } = useChecks();
  const [trial, start] = useTrial(signIn);
  const [typed, setTyped] = useState<{ clientId: string; tenantId: string }>();
  const known = found?.identity === 'entra' ? found : undefined;
  const ids = typed ?? { clientId: known?.clientId ?? '', tenantId: known?.tenantId ?? '' };
  const values = setupValues(origin, ids);
  const connected = connectionState(found);
  return (
    <main>
      <p class="back">
        <a href="/api/dashboard">Dashboard</a>
      </p>
      <h1>Set up Microsoft Teams</h1>
      <p class="lead">
        Four steps, and an optional fifth, about ten minutes. Each step is checked automatically. You can
        leave and return later.
      </p>
      <ErrorNotice sentence={problem}>
        <button type="button" class="link" onClick={() => void look()}>
          Check again
        </button>
      </ErrorNotice>
      <Step number={1} title="Register the application" state={known ? 'done' : 'to-do'}>
        <Register values={values} ids={ids} onIds={setTyped} />
      </Step>
      <Step number={2} title="Configure the service" state={connected}>
        <Settings values={values} found={found} />
      </Step>
      <Step number={3} title="Test the sign-in" state={trialState(trial)}>
        <TrialStep application={applicationOf(found, signIn)} trial={trial} onStart={() => void start()} />
      </Step>
      <Step number={4} title="Install in Teams" state="unknown">
        <Package found={found} />
      </Step>
      <Step number={5} title="Activity feed" state={feedState(found?.activityFeed)}>
        <ActivityFeed found={found} />
      </Step>
    </main>
  );
}

function connectionState(found: CollabChecks | undefined): StepState {
  if (!found) return 'unknown';
  if (found.identity !== 'entra') return 'to-do';
  return found.signingKeys ? 'done' : 'problem';
}

function applicationOf(found: CollabChecks | undefined, signIn: SignIn | undefined) {
  if (found && found.clientId !== signIn?.clientId) return 'changed';
  return signIn ? 'known' : 'none';
}

function trialState({ state }: Trial): StepState {
  if (state === 'accepted') return 'done';
  return state === 'refused' ? 'problem' : 'to-do';
}

/** The polling interval, while an admin works in another window. */
const EVERY_MS = 10_000;

interface Checks {
  /** Undefined until the first check. */
  found?: CollabChecks;
  problem?: string;
  look(): Promise<void>;
}

/** The service's checks of the setup, polled while the page is visible. */
function useChecks(): Checks {
  const [state, setState] = useState<Omit<Checks, 'look'>>({});
  const look = useCallback(async () => {
    try {
      setState({ found: await adminApi.get<CollabChecks>(apiPath('collab-setup/checks')) });
    } catch (thrown) {
      setState((before) => ({ ...before, problem: sentenceOf(thrown) }));
    }
  }, []);
  useEffect(() => {
    const lookIfSeen = () => {
      if (!document.hidden) void look();
    };
    lookIfSeen();
    const timer = setInterval(lookIfSeen, EVERY_MS);
    document.addEventListener('visibilitychange', lookIfSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookIfSeen);
    };
  }, [look]);
  return { ...state, look };
}
