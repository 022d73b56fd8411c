import type { SignIn } from '../../domain/sign-in.ts';
import { AnonymousBanner } from '../ui/anonymous-banner.tsx';
import { document } from '../ui/document.tsx';

export interface CollabSetupOptions {
  nonce: string;
  /** Whether the admin surface is open to everyone because no key exists. */
  anonymousMode: boolean;
  /** The service's own origin, for example `https://chat.example.com`. */
  origin: string;
  /** Undefined where no identity provider is configured. */
  signIn: SignIn | undefined;
}

/** The setup of Microsoft Teams before its script runs. */
export function collabSetupPage({ nonce, anonymousMode, origin, signIn }: CollabSetupOptions): string {
  return document({
    title: 'Set up Microsoft Teams',
    page: 'setup',
    nonce,
    script: true,
    children: (
      <>
        {anonymousMode && <AnonymousBanner />}
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
