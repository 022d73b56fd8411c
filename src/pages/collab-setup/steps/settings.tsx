import type { CollabChecks } from '../../../wire/admin.ts';
import type { SetupValues } from '../values.ts';
import { Value } from './step.tsx';

interface SettingsProps {
  values: SetupValues;
  found: CollabChecks | undefined;
}

/** The two settings by which the service knows the application, and whether it can reach the directory. */
export function Settings({ values, found }: SettingsProps) {
  return (
    <>
      <p>
        Set these two under <b>Settings, Environment variables</b> of the function app. It restarts by itself.
        The script of step 1 does this too.
      </p>
      {values.settings.map(([name, value]) => (
        <Value key={name} label={name} value={value} />
      ))}
      <ul class="findings" aria-live="polite">
        {found?.identity === 'local' && (
          <li>This is the local host: made-up people sign in until the settings name an application.</li>
        )}
        {found?.identity === 'none' && <li>The service does not know any application yet.</li>}
        {found?.identity === 'entra' && (
          <li>
            The service knows the application <code>{found.clientId}</code>.
          </li>
        )}
        {found?.identity === 'entra' && (
          <li>
            {found.signingKeys === null
              ? 'The keys of your directory cannot be reached. Check IDP_APP_TENANT_ID, and that the service may reach the internet.'
              : found.signingKeys === 0
                ? 'Your directory has no keys to sign with. Check IDP_APP_TENANT_ID.'
                : 'The keys of your directory can be reached.'}
          </li>
        )}
      </ul>
    </>
  );
}
