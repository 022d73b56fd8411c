import type { WorkflowFailing } from '../../notifications/records/teams-channel.ts';
import type { SignIn } from '../../access/records/agent-application.ts';
import { AnonymousBanner, NotificationBanner } from '../ui/admin-banners.tsx';
import { document } from '../ui/document.tsx';

interface CollabSetupOptions {
  nonce: string;
  /** Whether the admin surface is open because there is no admin key. */
  anonymousMode: boolean;
  /** A workflow that has accepted no notice for 15 minutes. */
  failing: WorkflowFailing | undefined;
  /** The service's origin, for example `https://chat.example.com`. */
  origin: string;
  /** Undefined if no identity provider is configured. */
  signIn: SignIn | undefined;
}

/** The setup page before its script runs. */
export function collabSetupPage(options: CollabSetupOptions): string {
  const { nonce, anonymousMode, failing, origin, signIn } = options;
  return document({
    title: 'Set up Microsoft Teams',
    page: 'setup',
    nonce,
    script: true,
    children: (
      <>
        {anonymousMode && <AnonymousBanner />}
        {failing && <NotificationBanner failing={failing} />}
        <div id="setup" data-origin={origin} {...(signIn && { 'data-sign-in': JSON.stringify(signIn) })}>
          <main>
            <h1>Set up Microsoft Teams</h1>
            <noscript>
              <p>This page needs JavaScript to check each step.</p>
            </noscript>
          </main>
        </div>
      </>
    ),
  });
}
