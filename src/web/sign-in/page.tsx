import { document } from '../ui/document.tsx';

interface SignInOptions {
  nonce: string;
  /** Whether the key in the URL was refused. */
  failed?: boolean;
  /** The path of the requested page, with its query but without the key. */
  returnTo: string;
}

/** The sign-in page for a browser without a session. Sent with status 401. */
export function signInPage({ nonce, failed = false, returnTo }: SignInOptions): string {
  return document({
    title: 'Sign in',
    page: 'sign-in',
    nonce,
    script: true,
    children: <SignIn failed={failed} returnTo={returnTo} />,
  });
}

interface AdminErrorOptions {
  nonce: string;
  /** The title of the error. */
  title: string;
  /** The cause and the remedy. */
  sentence: string;
  /** The path of the requested page, with its query but without the key. */
  returnTo: string;
}

/** An error page for failures that a key does not solve: a lock-out, or an unavailable component. */
export function adminErrorPage({ nonce, title, sentence, returnTo }: AdminErrorOptions): string {
  return document({
    title,
    page: 'sign-in',
    nonce,
    children: (
      <main>
        <section class="card">
          <h1>{title}</h1>
          <p class="lead" role="alert">
            {sentence}
          </p>
          <a class="primary" href={returnTo}>
            Try again
          </a>
        </section>
      </main>
    ),
  });
}

function SignIn({ failed, returnTo }: { failed: boolean; returnTo: string }) {
  return (
    <main>
      <form method="post" action="/api/ops/sign-in" data-return-to={returnTo} novalidate>
        <h1>Sign in</h1>
        <p class="lead">Sign in with the admin key to open the dashboard.</p>
        {/* Password managers store a key under a user name. */}
        <input type="text" name="username" autocomplete="username" value="admin" hidden />
        <label for="key">Admin key</label>
        <div class="field">
          <input
            id="key"
            name="key"
            type="password"
            maxlength={500}
            autocomplete="current-password"
            autocapitalize="off"
            spellcheck={false}
            required
            autofocus
            aria-describedby="problem"
            aria-invalid={failed}
          />
          <button type="button" class="reveal" aria-label="Show key" aria-controls="key" hidden>
            Show
          </button>
        </div>
        <p id="problem" class="problem" role="alert">
          {failed && 'This key is not valid. It may have been replaced by a newer one.'}
        </p>
        <button type="submit" class="primary">
          Sign in
        </button>
        <noscript>
          <p class="problem">This page needs JavaScript to send the key.</p>
        </noscript>
        <details>
          <summary>Lost your key?</summary>
          <p>
            The key is shown only once, when it is created. An admin who is signed in can replace it in
            Settings, under Admin key.
          </p>
        </details>
      </form>
    </main>
  );
}
