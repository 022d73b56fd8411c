import { afterEach, describe, expect, test } from 'vitest';
import { bearer, PAGE, rotate } from '../support/clients/admin.ts';
import { scriptedVault } from '../support/ports/scripted-vault.ts';
import { startService, type RunningService } from '../support/service/service.ts';

const WRONG = 'f'.repeat(48);

describe('errors that refuse an admin', () => {
  let service: RunningService;
  afterEach(() => service.close());

  /** Status and kind of an answer, for a browser and for a program. */
  async function told(path: string, headers: Record<string, string> = {}) {
    const [page, program] = await Promise.all([
      service.get(path, { ...headers, ...PAGE }),
      service.get(path, headers),
    ]);
    const json = (await program.json()) as { error: string };
    return { page, text: await page.text(), program, error: json.error };
  }

  test('a wrong key is answered with the sign-in page for a browser, and with JSON for a program', async () => {
    service = await startService();
    await rotate(service);
    const { page, text, error } = await told(`/api/dashboard?code=${WRONG}`);
    expect([page.status, page.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8']);
    expect(text).toContain('This key is not valid');
    expect(error).toBe('unauthorized');
  });

  test('too many wrong keys are answered with an error page for a browser, and with JSON for a program', async () => {
    service = await startService();
    await rotate(service);
    for (let n = 1; n <= 11; n++) await service.get('/api/cost', bearer(WRONG));
    const { page, text, error } = await told(`/api/dashboard?code=${WRONG}`);
    expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).toContain('<h1>Too many attempts</h1>');
    expect(text).toContain('Wait a minute, then try again.');
    expect(text).not.toContain(WRONG);
    expect(error).toBe('rate-limited');
  });

  test('an unavailable vault is answered with an error page for a browser, and with JSON for a program', async () => {
    const vault = scriptedVault();
    vault.state = 'down';
    service = await startService({ vault });
    const { page, text, program, error } = await told('/api/collab-setup');
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    expect(text).toContain('<h1>Temporarily unavailable</h1>');
    expect(text).toContain('key vault cannot be reached');
    expect(page.headers.get('retry-after')).toBe(program.headers.get('retry-after'));
    expect(error).toBe('vault-unavailable');
  });

  test.each([
    ['/api/collab-setup', '/api/collab-setup'],
    [`/api/dashboard?code=${WRONG}`, '/api/dashboard'],
    [`/api/sessions?limit=3&code=${WRONG}`, '/api/sessions?limit=3'],
  ])('the error page of %s leads back to the page, without the key', async (asked, again) => {
    const vault = scriptedVault();
    vault.state = 'down';
    service = await startService({ vault });
    const { text } = await told(asked);
    expect(text).toContain(`href="${again}"`);
    expect(text).not.toContain(WRONG);
  });
});
