import { Download } from 'lucide-static';
import type { CollabChecks } from '../../../wire/admin.ts';
import { Icon } from '../../ui/icon.tsx';

/** The app package, and where to upload it. */
export function Package({ found }: { found: CollabChecks | undefined }) {
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
        <button type="button" class="button primary" disabled>
          <Icon svg={Download} size={16} /> Download Teams app
        </button>
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
