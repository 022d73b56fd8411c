import { expect } from 'vitest';
import { freshFixture, sharedFixture } from '../../support/fixtures.ts';
import { manualClock } from '../../support/clocks/manual-clock.ts';
import { registerWidget } from '../../support/clients/registered-widgets.ts';
import { startService, type Host, type RunningService } from '../../support/service/service.ts';
import {
  startVisitorDirectory,
  type Person,
  type RunningDirectory,
} from '../../support/servers/visitor-directory.ts';

/** How a widget names a directory, and whether it lets visitors in who do not sign in. */
export const signInOf = ({ issuer, clientId }: RunningDirectory, required = false) => ({
  issuer,
  clientId,
  required,
});

/**
 * A service and a directory for the suite, and a widget of each test whose visitors may sign in there; the
 * directory names this person to each test at first.
 */
export function signInFixtures(person: Person, host: Host = 'node') {
  const clock = manualClock();
  const service = sharedFixture(() =>
    startService({ host, clock, settings: { RATE_LIMIT_IP_READS_PER_MINUTE: '100000' } }),
  );
  const directory = sharedFixture(() => startVisitorDirectory());
  const widget = freshFixture(() => {
    directory.person = person;
    return registerWidget(service, { signIn: signInOf(directory) });
  });
  return { clock, service, directory, widget };
}

/** The window in which a visitor of a registered widget signs in, as a browser goes through it. */
export function signInWindow(service: RunningService) {
  /** Opens the window: it is sent to the directory, with a cookie to come back with. */
  async function begin(widgetId: string): Promise<{ address: string; cookie: string; line: string }> {
    const response = await service.get(`/api/widget/sign-in?w=${widgetId}`);
    expect(response.status).toBe(302);
    const [line = ''] = response.headers.getSetCookie();
    return {
      address: response.headers.get('location') ?? '',
      cookie: line.split(';')[0] ?? '',
      line,
    };
  }

  async function comeBack(address: string, cookie: string): Promise<{ status: number; page: string }> {
    expect(address.startsWith(`${service.origin}/api/widget/sign-in/callback?`)).toBe(true);
    const response = await service.get(address.slice(service.origin.length), cookie ? { cookie } : {});
    return { status: response.status, page: await response.text() };
  }

  return {
    begin,
    comeBack,
    /** Signs in the person whom the directory names; the proof for the token endpoint. */
    async signIn(directory: RunningDirectory, widgetId: string): Promise<string> {
      const { address, cookie } = await begin(widgetId);
      const { status, page } = await comeBack(await directory.signIn(address), cookie);
      expect(status).toBe(200);
      return proofIn(page);
    },
  };
}

export const proofIn = (page: string) => /data-proof="([^"]+)"/.exec(page)?.[1] ?? '';
