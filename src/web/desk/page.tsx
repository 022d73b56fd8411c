import type { SignIn } from '../../access/records/agent-application.ts';
import { document } from '../ui/document.tsx';

interface CollabTabOptions {
  nonce: string;
  /** Undefined if no identity provider is configured. */
  signIn: SignIn | undefined;
}

/**
 * The agent desk's page before its script runs. It only contains the sign-in configuration, so it is public.
 */
export function collabTabPage({ nonce, signIn }: CollabTabOptions): string {
  return document({
    title: 'Agent desk',
    page: 'desk',
    nonce,
    script: true,
    manifest: 'agent-desk.webmanifest',
    children: (
      <div id="desk" {...(signIn && { 'data-sign-in': JSON.stringify(signIn) })}>
        <main class="gate" aria-busy="true">
          <h1>Agent desk</h1>
          <noscript>
            <p>The agent desk requires JavaScript.</p>
          </noscript>
        </main>
      </div>
    ),
  });
}
