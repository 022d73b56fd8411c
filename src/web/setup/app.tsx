import { Download } from 'lucide-static';
import { useState } from 'preact/hooks';
import type { SignIn } from '../../access/records/agent-application.ts';
import { ActivityFeed, feedState } from './steps/activity-feed.tsx';
import { Application, applicationState } from './steps/application.tsx';
import type { Ids } from './steps/id-fields.tsx';
import { Register } from './steps/register.tsx';
import { type StepState, Step } from './steps/step.tsx';
import { type Trial, TrialStep, useTrial } from './steps/trial.tsx';
import { setupValues } from './values.ts';
import { Icon } from '../ui/icon.tsx';
import { useLive } from '../ui/live.ts';
import { apiPath } from '../ui/request.ts';
import type { CollabChecks } from '../../admin/wire/admin.ts';
import { ErrorNotice } from '../ui/notice.tsx';
import { Button } from '../ui/button.tsx';

/** The setup of Microsoft Teams, in steps from the directory to the app. */
export function App({ origin, signIn }: { origin: string; signIn: SignIn | undefined }) {
  const { data: found, problem, refresh } = useLive<CollabChecks>(apiPath('collab-setup/checks'));
  const [trial, start] = useTrial(signIn);
  const [typed, setTyped] = useState<Ids>();
  const known = found?.identity === 'entra' ? found : undefined;
  const ids = typed ?? { clientId: known?.clientId ?? '', tenantId: known?.tenantId ?? '' };
  const values = setupValues(origin, ids);
  return (
    <main>
      <p class="back">
        <a href="/api/dashboard">Dashboard</a>
      </p>
      <h1>Set up Microsoft Teams</h1>
      <p class="lead">
        Takes about 10 minutes. Step 5 is optional. Each step is checked automatically, and you can leave and
        return later.
      </p>
      <ErrorNotice sentence={problem?.message}>
        <Button class="link" onClick={refresh}>
          Check again
        </Button>
      </ErrorNotice>
      <Step number={1} title="Register the application" state={known ? 'done' : 'to-do'}>
        <Register values={values} />
      </Step>
      <Step number={2} title="Configure the service" state={applicationState(found)}>
        <Application {...{ values, ids, found }} onIds={setTyped} />
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

/** The app package, with instructions for uploading it. */
function Package({ found }: { found: CollabChecks | undefined }) {
  const ready = found?.identity === 'entra';
  return (
    <>
      <p>The app package contains the tab, the icons and the sign-in configuration for this service.</p>
      {found && !found.reachableByTeams && (
        <p class="result bad">
          Teams requires a public https address. This page was opened as <code>{found.host}</code>. Download
          the package from the address that your agents will use.
        </p>
      )}
      {ready ? (
        <a class="button primary" href="/api/collab-app.zip" download>
          <Icon svg={Download} size={16} /> Download Teams app
        </a>
      ) : (
        <Button class="button primary" disabled>
          <Icon svg={Download} size={16} /> Download Teams app
        </Button>
      )}
      <ol class="todo">
        <li>
          <p>
            For all agents: in the{' '}
            <a
              href="https://admin.teams.microsoft.com/policies/manage-apps"
              target="_blank"
              rel="noopener noreferrer"
            >
              Teams admin center
            </a>
            , under <b>Teams apps, Manage apps</b>, choose <b>Actions, Upload new app</b>. Only for you: in
            Teams, under <b>Apps, Manage your apps</b>, choose <b>Upload an app</b>.
          </p>
        </li>
        <li>
          <p>
            Under <b>Setup policies</b>, pin the app for your agents.
          </p>
        </li>
        <li>
          <p>
            An agent who opens the app is signed in automatically. The agent desk is also available in a
            browser at <a href="/api/collab-tab">/api/collab-tab</a>.
          </p>
        </li>
      </ol>
    </>
  );
}

function applicationOf(found: CollabChecks | undefined, signIn: SignIn | undefined) {
  if (found && found.clientId !== signIn?.clientId) return 'changed';
  return signIn ? 'known' : 'none';
}

function trialState({ state }: Trial): StepState {
  if (state === 'accepted') return 'done';
  return state === 'refused' ? 'problem' : 'to-do';
}
