import { parseArgs } from 'node:util';

/**
 * Creates the first admin key of a new deployment as soon as the service answers, and shows it once
 * (docs/admin-key.md, Create it). The `postup` hook of azd runs it; with `az`:
 *
 *     node scripts/infra/first-key.ts --url https://<app>.azurewebsites.net
 *
 * It changes nothing if there is a key. It uses no packages, because `node_modules` may be missing.
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string', default: process.env['SERVICE_URL'] ?? '' },
    /** How long the service may need until it answers. */
    'wait-seconds': { type: 'string', default: '300' },
  },
});
const CALL_MS = 30_000;
const PAUSE_MS = 3_000;

const say = (text: string) => process.stdout.write(`${text}\n`);
const url = (path: string) => new URL(path, values.url).href;
const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'unknown error');
const dashboard = () => url('/api/dashboard');

/** Waits until the service answers, and fails with the last reason after the time that it may need. */
async function untilHealthy(): Promise<void> {
  const end = Date.now() + Number(values['wait-seconds']) * 1000;
  for (;;) {
    const problem = await healthProblem();
    if (problem === undefined) return;
    if (Date.now() + PAUSE_MS > end) throw new Error(`the service does not answer yet: ${problem}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function healthProblem(): Promise<string | undefined> {
  try {
    const { ok, status } = await fetch(url('/api/health'), { signal: AbortSignal.timeout(CALL_MS) });
    return ok ? undefined : `health is ${status}`;
  } catch (error) {
    return messageOf(error);
  }
}

/** Sends the operator to the open dashboard. */
function sayOpen(reason: string): void {
  say(`${reason} Open the dashboard now and create the admin key: ${dashboard()}`);
  say('Until then everyone who knows the address can use the dashboard.');
  process.exitCode = 1;
}

async function createKey(): Promise<void> {
  await untilHealthy();
  const reply = await fetch(url('/api/ops/rotate-key'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(CALL_MS),
  });
  if (reply.status === 401) {
    say(`Dashboard: ${dashboard()}`);
    say('There is an admin key already, which stays as it is.');
  } else if (reply.ok) {
    const { adminKey } = (await reply.json()) as { adminKey: string };
    say(`Dashboard: ${dashboard()}`);
    say(`Admin key: ${adminKey}`);
    say('This is the only time that it is shown. Store it in a password manager, then sign in with it.');
  } else {
    const { error } = (await reply.json().catch(() => ({}))) as { error?: unknown };
    say(`The answer was ${reply.status} ${JSON.stringify(error ?? '')}.`);
    if (reply.status === 503) {
      say(
        'A closed dashboard gets its first key by: node scripts/recover-admin-key.ts --resource-group <group>',
      );
    }
    sayOpen('No admin key was created.');
  }
}

if (values.url === '') {
  say('Name the service: --url https://<app>.azurewebsites.net');
  process.exitCode = 1;
} else {
  await createKey().catch((error: unknown) => sayOpen(`No admin key was created: ${messageOf(error)}.`));
}
