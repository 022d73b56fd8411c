import type { CollabChecks } from '../../../admin/wire/admin.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FEED_FAILURES } from '../../ui/delivery-failures.ts';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { federatedCredentialCommand } from '../script.ts';
import { type StepState, Value } from './step.tsx';

type Feed = NonNullable<CollabChecks['activityFeed']>;

/** The state of the optional step. */
export function feedState(feed: Feed | undefined): StepState {
  if (!feed) return 'unknown';
  const isWell = feed.failure === undefined && feed.unreached.length === 0;
  if (feed.on) return isWell ? 'done' : 'problem';
  return 'to-do';
}

/** The application's trust in the service's managed identity, with its state. */
export function ActivityFeed({ found }: { found: CollabChecks | undefined }) {
  const feed = found?.activityFeed;
  return (
    <>
      <p>
        Optional. Each agent gets an entry in their Teams activity feed when a visitor asks for a person, even
        while the desk is closed. No client secret is used: the application trusts the managed identity of the
        service.
      </p>
      <ol class="todo">
        <li>
          <p>
            Install the app package of step 4 for every agent, in version 1.1.0 or later. It asks for the
            permission to send to the activity feed of those who install it.
          </p>
        </li>
        <li>
          <p>
            Add the federated credential to the application. Run this command in the{' '}
            <a href="https://shell.azure.com/bash" target="_blank" rel="noopener noreferrer">
              Azure Cloud Shell
            </a>
            , or enter the values in the Microsoft Entra admin center, under{' '}
            <b>Certificates &amp; secrets, Federated credentials</b>.
          </p>
          <Credential clientId={found?.clientId} identity={feed?.identity} />
        </li>
        <li>
          <p>
            Switch on the activity feed under{' '}
            <a href="/api/dashboard#/settings/notifications">Settings, Notifications</a>, and send a test
            notification.
          </p>
        </li>
      </ol>
      {feed && <Findings feed={feed} />}
    </>
  );
}

function Credential({ clientId, identity }: { clientId: string | undefined; identity: Feed['identity'] }) {
  if (clientId === undefined) return <p class="quiet">The command appears here after step 2.</p>;
  if (!identity) {
    return <p class="quiet">The command appears here once the service has a managed identity in Azure.</p>;
  }
  const command = federatedCredentialCommand(clientId, identity);
  return (
    <>
      <CopyButton text={command} label="Copy command" primary />
      <pre class="script" tabIndex={0} aria-label="Command for the Azure CLI">
        <code>{command}</code>
      </pre>
      <Value label="Issuer" value={identity.issuer} />
      <Value label="Subject" value={identity.subject} />
      <Value label="Audience" value={identity.audience} />
    </>
  );
}

function Findings({ feed: { on, failure, entraCode, unreached } }: { feed: Feed }) {
  return (
    <ul class="findings" aria-live="polite">
      {failure === undefined ? (
        <li>The application signs in with the managed identity.</li>
      ) : (
        <li>
          {FEED_FAILURES[failure]}
          {entraCode !== undefined && ` (AADSTS${entraCode})`}
        </li>
      )}
      <li>{on ? 'The activity feed is on.' : 'The activity feed is off.'}</li>
      {unreached.length > 0 && (
        <li>
          Not reached:{' '}
          {unreached.map((name, n) => (
            <span key={n}>
              {n > 0 && ', '}
              <UntrustedText text={name} />
            </span>
          ))}
          . <a href="/api/dashboard#/settings/notifications">See why</a>
        </li>
      )}
    </ul>
  );
}
