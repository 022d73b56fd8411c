import { Download } from 'lucide-static';
import type { CollabChecks } from '../../../wire/admin.ts';
import { Icon } from '../../dashboard/parts/icon.tsx';

/** The app package, and where it goes. */
export function Package({ found }: { found: CollabChecks | undefined }) {
  const ready = found?.identity === 'entra';
  return (
    <>
      <p>The package holds the app as it is made for this service: its tab, its icons, and the sign-in.</p>
      {found && !found.reachableByTeams && (
        <p class="result bad">
          Teams loads apps by https from the internet, and this page was opened as <code>{found.host}</code>.
          Download the package from the address that your agents will use.
        </p>
      )}
      {ready ? (
        <a class="button primary" href="/api/collab-app.zip" download>
          <Icon svg={Download} size={16} /> Download the Teams app
        </a>
      ) : (
        <button type="button" class="button primary" disabled>
          <Icon svg={Download} size={16} /> Download the Teams app
        </button>
      )}
      <ol class="todo">
        <li>
          <p>
            For everybody: in the{' '}
            <a
              href="https://admin.teams.microsoft.com/policies/manage-apps"
              target="_blank"
              rel="noopener noreferrer"
            >
              Teams admin center
            </a>
            , under <b>Teams apps, Manage apps</b>, choose <b>Actions, Upload new app</b>. For yourself alone:
            in Teams, under <b>Apps, Manage your apps</b>, choose <b>Upload an app</b>.
          </p>
        </li>
        <li>
          <p>
            Under <b>Setup policies</b>, pin the app for your agents, so that it stands in their bar.
          </p>
        </li>
        <li>
          <p>
            An agent opens the app and sits at the desk, without signing in. The same desk opens in a browser
            at <a href="/api/collab-tab">/api/collab-tab</a>.
          </p>
        </li>
      </ol>
    </>
  );
}
