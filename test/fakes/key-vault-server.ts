import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { startTlsServer } from '../support/servers/tls-server.ts';

/** How the vault fails: a status, a broken line, or no answer at all. */
export type VaultFault = { status: number; code: string; retryAfterSeconds?: number } | 'reset' | 'hang';

/** A vault for one test. */
export interface KeyVaultServer {
  url: string;
  /** Every request fails so, until it is undefined again. */
  fault: VaultFault | undefined;
  /** How many requests came without a token, and how many with the right one. */
  challenged: number;
  admitted: number;
  close(): Promise<void>;
}

/** The resource that the challenge names, which the SDK wants to be the end of the vault's own host. */
export const VAULT_RESOURCE = 'vault://0.0.1';

const SetSecret = z.object({ value: z.string() });

/**
 * A server that speaks the secrets protocol of Azure Key Vault over TLS, with its challenge (401) for callers
 * without a token.
 */
export async function startKeyVault(token: string): Promise<KeyVaultServer> {
  const secrets = new Map<string, { value: string; version: string }>();

  function send(response: ServerResponse, status: number, body: unknown): void {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  }
  const refuse = (response: ServerResponse, status: number, code: string) =>
    send(response, status, { error: { code, message: 'refused' } });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { fault } = vault;
    if (fault === 'reset') return void request.socket.destroy();
    if (fault === 'hang') return;
    if (fault) {
      if (fault.retryAfterSeconds !== undefined) {
        response.setHeader('retry-after', String(fault.retryAfterSeconds));
      }
      refuse(response, fault.status, fault.code);
      return;
    }
    if (request.headers.authorization !== `Bearer ${token}`) {
      vault.challenged++;
      response.setHeader(
        'www-authenticate',
        `Bearer authorization="https://login.microsoftonline.com/tenant", resource="${VAULT_RESOURCE}"`,
      );
      refuse(response, 401, 'Unauthorized');
      return;
    }
    vault.admitted++;
    const { pathname } = new URL(request.url ?? '/', vault.url);
    const name = pathname.split('/')[2] ?? '';
    if (request.method === 'PUT') {
      const { value } = SetSecret.parse(await json(request));
      secrets.set(name, { value, version: randomBytes(16).toString('hex') });
    }
    const secret = secrets.get(name);
    if (!secret) {
      refuse(response, 404, 'SecretNotFound');
      return;
    }
    const { value, version } = secret;
    const attributes = { enabled: true, created: 1_700_000_000, updated: 1_700_000_000 };
    send(response, 200, { value, id: `${vault.url}/secrets/${name}/${version}`, attributes });
  }

  const server = await startTlsServer((request, response) => {
    handle(request, response).catch(() => refuse(response, 400, 'BadParameter'));
  });
  const vault: KeyVaultServer = {
    url: server.origin,
    fault: undefined,
    challenged: 0,
    admitted: 0,
    close: server.close,
  };
  return vault;
}
