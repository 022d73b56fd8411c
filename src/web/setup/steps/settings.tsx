import type { CollabChecks } from '../../../wire/admin.ts';
import type { SetupValues } from '../values.ts';
import { Value } from './step.tsx';

interface SettingsProps {
  values: SetupValues;
  found: CollabChecks | undefined;
}

/** The two settings that name the application, and whether the service reaches the directory. */
export function Settings({ values, found }: SettingsProps) {
  return (
    <>
      <p>
        Set these two under <b>Settings, Environment variables</b> of the function app. It restarts
        automatically. The script in step 1 includes this.
      </p>
      {values.settings.map(([name, value]) => (
        <Value key={name} label={name} value={value} />
      ))}
      <ul class="findings" aria-live="polite">
        {found?.identity === 'local' && (
          <li>Local host: test accounts are used until an application is configured.</li>
        )}
        {found?.identity === 'none' && <li>No application is configured.</li>}
        {found?.identity === 'entra' && (
          <li>
            Application <code>{found.clientId}</code> is configured.
          </li>
        )}
        {found?.identity === 'entra' && <li>{signingKeysSentence(found.signingKeys)}</li>}
      </ul>
    </>
  );
}

/** `signingKeys` is null where the directory did not answer. */
function signingKeysSentence(signingKeys: number | null): string {
  if (signingKeys === null) {
    return 'The signing keys of your directory cannot be reached. Check IDP_APP_TENANT_ID and outbound network access.';
  }
  return signingKeys === 0
    ? 'Your directory has no signing keys. Check IDP_APP_TENANT_ID.'
    : 'The signing keys of your directory are reachable.';
}
