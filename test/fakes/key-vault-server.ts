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
  /** The values of all versions of a secret that a caller with the right to read could read. */
  readable(name: string): string[];
  close(): Promise<void>;
}

interface Version {
  value: string;
  version: string;
}

/** The resource that the challenge names, which the SDK wants to be the end of the vault's own host. */
export const VAULT_RESOURCE = 'vault://0.0.1';

const ATTRIBUTES = { enabled: true, created: 1_700_000_000, updated: 1_700_000_000 };

const SetSecret = z.object({ value: z.string() });

/**
 * A server that speaks the secrets protocol of Azure Key Vault over TLS, with its challenge (401) for callers
 * without a token. Like a vault with soft-delete and purge protection, it keeps every version of a secret,
 * and a deleted secret for its retention time.
 */
export async function startKeyVault(token: string): Promise<KeyVaultServer> {
  /** All versions of a secret, oldest first: a write adds one, and the older ones stay readable. */
  const secrets = new Map<string, Version[]>();
  /** Soft-deleted secrets: they cannot be read, and their names cannot be used until they are purged. */
  const deleted = new Map<string, Version[]>();

  function send(response: ServerResponse, status: number, body: unknown): void {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  }
  const refuse = (response: ServerResponse, status: number, code: string) =>
    send(response, status, { error: { code, message: 'refused' } });

  /** Answers by the current fault; false without a fault. */
  function failed(request: IncomingMessage, response: ServerResponse): boolean {
    const { fault } = vault;
    if (!fault) return false;
    if (fault === 'reset') request.socket.destroy();
    if (typeof fault === 'string') return true;
    if (fault.retryAfterSeconds !== undefined) {
      response.setHeader('retry-after', String(fault.retryAfterSeconds));
    }
    refuse(response, fault.status, fault.code);
    return true;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (failed(request, response)) return;
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
    const [, kind, name = '', wanted = ''] = pathname.split('/');
    if (kind === 'deletedsecrets') {
      answerDeleted(request, response, name);
      return;
    }
    if (request.method === 'PUT') {
      if (deleted.has(name)) {
        refuse(response, 409, 'Conflict');
        return;
      }
      const { value } = SetSecret.parse(await json(request));
      const version = randomBytes(16).toString('hex');
      secrets.set(name, [...(secrets.get(name) ?? []), { value, version }]);
    }
    const versions = secrets.get(name) ?? [];
    const found = versions.findLast(({ version }) => wanted === '' || version === wanted);
    if (!found) {
      refuse(response, 404, 'SecretNotFound');
      return;
    }
    if (request.method === 'DELETE') {
      deleted.set(name, versions);
      secrets.delete(name);
      send(response, 200, deletedSecret(name, found));
      return;
    }
    const { value, version } = found;
    send(response, 200, { value, id: `${vault.url}/secrets/${name}/${version}`, attributes: ATTRIBUTES });
  }

  /** A deleted secret without its value. */
  const deletedSecret = (name: string, { version }: Version) => ({
    recoveryId: `${vault.url}/deletedsecrets/${name}`,
    deletedDate: 1_700_000_000,
    scheduledPurgeDate: 1_700_604_800,
    id: `${vault.url}/secrets/${name}/${version}`,
    attributes: { ...ATTRIBUTES, recoveryLevel: 'CustomizedRecoverable', recoverableDays: 7 },
  });

  function answerDeleted(request: IncomingMessage, response: ServerResponse, name: string): void {
    const newest = deleted.get(name)?.at(-1);
    if (!newest) refuse(response, 404, 'SecretNotFound');
    // With purge protection, a secret cannot be purged before its retention time is over.
    else if (request.method === 'DELETE') refuse(response, 403, 'Forbidden');
    else send(response, 200, deletedSecret(name, newest));
  }

  const server = await startTlsServer((request, response) => {
    handle(request, response).catch(() => refuse(response, 400, 'BadParameter'));
  });
  const vault: KeyVaultServer = {
    url: server.origin,
    fault: undefined,
    challenged: 0,
    admitted: 0,
    readable: (name) => (secrets.get(name) ?? []).map(({ value }) => value),
    close: server.close,
  };
  return vault;
}
