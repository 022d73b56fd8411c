import { TIMEOUT_MS, UNREACHABLE } from '../ui/request.ts';

/** Error texts by status. All other failures are temporary. */
const SENTENCES: Readonly<Partial<Record<number, string>>> = {
  401: 'This key is not valid. It may have been replaced by a newer one.',
  429: 'Too many attempts. Wait a minute and try again.',
};
const UNAVAILABLE = 'The service is temporarily unavailable. Try again in a moment.';

const form = element('form', HTMLFormElement);
const input = element('#key', HTMLInputElement);
const reveal = element('.reveal', HTMLButtonElement);
const submit = element('.primary', HTMLButtonElement);
const problem = element('#problem', HTMLElement);

function element<T extends Element>(selector: string, kind: new () => T): T {
  const found = document.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${selector}.`);
}

/** The requested page, if it is on this service; otherwise the dashboard. */
function destination(): string {
  const asked = new URL(form.dataset['returnTo'] ?? '', location.origin);
  return asked.origin === location.origin && asked.pathname.startsWith('/api/')
    ? asked.pathname + asked.search + location.hash
    : '/api/dashboard';
}

function go(to: string): void {
  // The browser would not reload for a URL that differs only in the fragment.
  if (to.split('#')[0] === location.pathname + location.search) location.reload();
  else location.replace(to);
}

async function signIn(key: string): Promise<void> {
  submit.disabled = true;
  try {
    const { ok, status } = await fetch('/api/ops/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (ok) go(destination());
    else refuse(SENTENCES[status] ?? UNAVAILABLE);
  } catch {
    // No response within the time-out.
    refuse(UNREACHABLE);
  }
}

function refuse(sentence: string): void {
  submit.disabled = false;
  problem.textContent = sentence;
  input.ariaInvalid = 'true';
  input.focus();
  input.select();
}

// Removes a refused key from the URL.
if (new URLSearchParams(location.search).has('code')) history.replaceState(null, '', destination());
reveal.hidden = false;
reveal.addEventListener('click', () => {
  const shown = input.type === 'text';
  input.type = shown ? 'password' : 'text';
  reveal.textContent = shown ? 'Show' : 'Hide';
  reveal.ariaLabel = shown ? 'Show key' : 'Hide key';
});
input.addEventListener('input', () => {
  problem.textContent = '';
  input.ariaInvalid = null;
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const key = input.value.trim();
  if (key) void signIn(key);
  else refuse('Enter the admin key.');
});
