import { useState } from 'preact/hooks';
import { Choice } from '../../ui/choice.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { azureCliScript } from '../script.ts';
import { applicationName, SCOPE, TEAMS_CLIENTS, type SetupValues } from '../values.ts';
import { Value } from './step.tsx';

type Way = 'portal' | 'script';

interface RegisterProps {
  values: SetupValues;
}

/** Registers the application in the business's directory, manually or with a script. */
export function Register({ values }: RegisterProps) {
  const [way, setWay] = useState<Way>('portal');
  return (
    <>
      <p>
        Agents sign in with their existing accounts. Register the chat as an application in your directory.
        This requires permission to register applications.
      </p>
      <Choice
        label="Registration method"
        options={[
          ['portal', 'Admin center'],
          ['script', 'Azure CLI'],
        ]}
        value={way}
        onChoose={setWay}
      />
      {way === 'portal' ? <ByHand values={values} /> : <ByScript values={values} />}
    </>
  );
}

function ByHand({ values }: RegisterProps) {
  return (
    <ol class="todo">
      <li>
        <p>
          Open{' '}
          <a
            href="https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/CreateApplicationBlade"
            target="_blank"
            rel="noopener noreferrer"
          >
            New registration
          </a>{' '}
          in the Microsoft Entra admin center. Choose <b>Accounts in this organizational directory only</b>,
          and the platform <b>Single-page application</b> for the redirect URI.
        </p>
        <Value label="Name" value={applicationName(values.host)} />
        <Value label="Redirect URI" value={values.redirectUris[0] ?? ''} />
      </li>
      <li>
        <p>
          Copy the application ID and the directory ID from the overview of the new application into step 2.
          They complete the values below.
        </p>
      </li>
      <li>
        <p>
          Under <b>Authentication</b>, add a second redirect URI to the single-page application. This page
          uses it to test the sign-in.
        </p>
        <Value label="Redirect URI" value={values.redirectUris[1] ?? ''} />
      </li>
      <li>
        <p>
          Under <b>Manifest</b>, set <code>requestedAccessTokenVersion</code> to <code>2</code>, before the
          next step: some directories refuse the Application ID URI otherwise.
        </p>
      </li>
      <li>
        <p>
          Under <b>Expose an API</b>, set the <b>Application ID URI</b>. Then add a scope that{' '}
          <b>Admins and users</b> can consent to.
        </p>
        <Value label="Application ID URI" value={values.applicationIdUri} />
        <Value label="Scope name" value={SCOPE.value} />
        <Value label="Consent display name" value={SCOPE.displayName} />
        <Value label="Consent description" value={SCOPE.description} />
      </li>
      <li>
        <p>
          On the same page, add the clients of Teams under <b>Authorized client applications</b>, each with
          the scope. Agents are then not asked for consent.
        </p>
        {TEAMS_CLIENTS.map(([name, id]) => (
          <Value key={id} label={name} value={id} />
        ))}
      </li>
    </ol>
  );
}

function ByScript({ values }: { values: SetupValues }) {
  const script = azureCliScript(values);
  return (
    <>
      <p>
        Run this in the{' '}
        <a href="https://shell.azure.com/bash" target="_blank" rel="noopener noreferrer">
          Azure Cloud Shell
        </a>{' '}
        or any shell where the Azure CLI is signed in. It prints the two IDs for step 2 and can be run again.
      </p>
      <CopyButton text={script} label="Copy script" primary />
      <pre class="script" tabIndex={0} aria-label="Script for the Azure CLI">
        <code>{script}</code>
      </pre>
    </>
  );
}
