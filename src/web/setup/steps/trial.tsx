import { useEffect, useState } from 'preact/hooks';
import type { SignIn } from '../../../access/records/agent-application.ts';
import type { AgentMe } from '../../../desk/wire/agent.ts';
import { agentApi } from '../../ui/agent-api.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { apiPath, Problem } from '../../ui/request.ts';
import { SignInFailed, type SignInState } from '../../ui/agent-sign-in/access.ts';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Button } from '../../ui/button.tsx';

/** The result of a trial sign-in. */
export type Trial =
  | { state: 'untried' | 'running' }
  | { state: 'accepted'; me: AgentMe }
  | { state: 'refused'; sentence: string };

const ACCESS_REFUSED =
  'You are signed in, but the service rejected the token. Check the IDs in step 2, the scope, and the manifest version.';

/** Runs the trial after the redirect from signing in, and for an admin who was already signed in. */
export function useTrial(signIn: SignIn | undefined): [trial: Trial, start: () => Promise<void>] {
  const [trial, setTrial] = useState<Trial>({ state: 'untried' });
  const [signInState, setSignInState] = useState<SignInState>();

  useEffect(() => {
    if (signIn) void enter(signIn);
  }, []);

  async function enter(setUp: SignIn): Promise<void> {
    setTrial({ state: 'running' });
    try {
      const { browserSignIn } = await lazyPart(() => import('../../ui/agent-sign-in/browser.ts'));
      const entered = await browserSignIn(setUp);
      setSignInState(entered);
      setTrial(await runTrial(entered));
    } catch (error) {
      if (!(error instanceof SignInFailed || error instanceof Problem)) throw error;
      setTrial({ state: 'refused', sentence: error.message });
    }
  }

  async function start(): Promise<void> {
    if (signInState?.signIn) await signInState.signIn();
    else if (signIn) await enter(signIn);
  }

  return [trial, start];
}

async function runTrial({ access, problem }: SignInState): Promise<Trial> {
  if (!access) return problem === undefined ? { state: 'untried' } : { state: 'refused', sentence: problem };
  try {
    const api = agentApi({ access, onSignedOut: () => undefined });
    return { state: 'accepted', me: await api.get<AgentMe>(apiPath('agent/me')) };
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown;
    const refused = thrown.code === 'unauthorized';
    return { state: 'refused', sentence: refused ? ACCESS_REFUSED : thrown.message };
  }
}

interface TrialStepProps {
  /** `changed`: the settings have another application than when the page was loaded. */
  application: 'none' | 'known' | 'changed';
  trial: Trial;
  onStart: () => void;
}

/** The step in which the admin tries the sign-in. */
export function TrialStep({ application, trial, onStart }: TrialStepProps) {
  if (application === 'changed') {
    return (
      <>
        <p>The configured application has changed since this page was opened.</p>
        <Button onClick={() => location.reload()}>Reload</Button>
      </>
    );
  }
  return (
    <>
      <p>Sign in with an agent’s account. The service validates the token as it does for agents.</p>
      {trial.state === 'accepted' && (
        <p class="result good" role="status">
          The service accepted the token of <UntrustedText text={trial.me.upn} />.
        </p>
      )}
      {trial.state === 'refused' && <ErrorNotice sentence={trial.sentence} />}
      <Button disabled={application === 'none' || trial.state === 'running'} onClick={onStart}>
        {trial.state === 'accepted' ? 'Try another account' : 'Sign in and check'}
      </Button>
    </>
  );
}
