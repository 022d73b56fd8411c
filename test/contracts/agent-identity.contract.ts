import { describe, expect, it } from 'vitest';
import type { AgentClaims, AgentIdentity } from '../../src/ports.ts';
import { freshFixture } from '../support/fixtures.ts';
import { refusal } from '../support/refusal.ts';

/** A running identity provider and the adapter that trusts it. */
interface AgentIdentitySetup {
  identity: AgentIdentity;
  /** Signs an agent in and returns their access token, with what must be read from it. */
  signIn(): Promise<{ token: string; agent: AgentClaims }>;
  close(): Promise<void>;
}

/** The contract between a provider that signs agents in and the adapter that validates their tokens. */
export function agentIdentityContract(name: string, start: () => Promise<AgentIdentitySetup>): void {
  describe(`${name}, as an agent identity`, () => {
    const setup = freshFixture(() => start());

    it('returns the agent whose token is valid', async () => {
      const { token, agent } = await setup.signIn();
      expect(await setup.identity.verify(token)).toEqual(agent);
    });

    it.each<[string, (token: string) => string]>([
      ['no token', () => ''],
      ['text that is not a token', () => 'not a token'],
      ['a token without its signature', (token) => token.slice(0, token.lastIndexOf('.') + 1)],
      ['a token with one character of its claims changed', (token) => changed(token, 1)],
      ['a token with one character of its signature changed', (token) => changed(token, 2)],
      ['a token that calls itself unsigned', unsigned],
      ['a token of over a megabyte', (token) => `${token}${'A'.repeat(1_000_000)}`],
    ])('refuses %s', async (_what, spoil) => {
      const { token } = await setup.signIn();
      expect(await refusal(setup.identity.verify(spoil(token)))).toBe('unauthorized');
    });
  });
}

function changed(token: string, part: number): string {
  return token
    .split('.')
    .map((text, index) => (index === part ? `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}` : text))
    .join('.');
}

function unsigned(token: string): string {
  const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
  return `${header}.${token.split('.')[1] ?? ''}.`;
}
