import { useState } from 'preact/hooks';
import { Choice } from '../../ui/choice.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { azureCliScript } from '../script.ts';
import { APPLICATION_NAME, SCOPE, TEAMS_CLIENTS, type SetupValues } from '../values.ts';
import { Value } from './step.tsx';

type Way = 'portal' | 'script';

interface RegisterProps {
  values: SetupValues;
  ids: { clientId: string; tenantId: string };
  onIds: (ids: { clientId: string; tenantId: string }) => void;
}

/** Registers the application in the business's directory, by hand or by a script. */
export function Register({ values, ids, onIds }: RegisterProps) {
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
      {way === 'portal' ? <ByHand {...{ values, ids, onIds }} /> : <ByScript values={values} />}
    </>
  );
}

function ByHand({ values, ids, onIds }: RegisterProps) {
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
        <Value label="Name" value={APPLICATION_NAME} />
        <Value label="Redirect URI" value={values.redirectUris[0] ?? ''} />
      </li>
      <li>
        <p>Copy these two IDs from the overview of the new application. They are used in the values below.</p>
        <IdField
          label="Application (client) ID"
          value={ids.clientId}
          onInput={(clientId) => onIds({ ...ids, clientId })}
        />
        <IdField
          label="Directory (tenant) ID"
          value={ids.tenantId}
          onInput={(tenantId) => onIds({ ...ids, tenantId })}
        />
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

interface IdFieldProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
}

function IdField({ label, value, onInput }: IdFieldProps) {
  return (
    <label class="id-field">
      {label}
      <input
        type="text"
        value={value}
        spellcheck={false}
        autocomplete="off"
        placeholder="00000000-0000-0000-0000-000000000000"
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </label>
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
        or any shell where the Azure CLI is signed in. It completes steps 1 and 2 and can be run again.
      </p>
      <CopyButton text={script} label="Copy script" primary />
      <pre class="script" tabIndex={0} aria-label="Script for the Azure CLI">
        <code>{script}</code>
      </pre>
    </>
  );
}
