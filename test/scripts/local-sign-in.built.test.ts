import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { expect, test } from 'vitest';
import { startProcess } from '../support/service/process.ts';
import { browser } from '../support/clients/sign-in.ts';

const SignIn = z.object({ authority: z.string(), tenantId: z.string(), clientId: z.string() });

test('an agent can sign in at the built local host, and open the desk with the token', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'chat-'));
  const service = await startProcess({ DATA_DIR: dataDir });
  try {
    const desk = `${service.origin}/api/collab-tab`;
    const page = (await (await fetch(desk)).text()).replaceAll('&quot;', '"');
    const [provider = '{}'] = /\{"authority":[^}]+\}/.exec(page) ?? [];
    const { access_token: token } = await browser(SignIn.parse(JSON.parse(provider))).signIn({
      redirectUri: desk,
      agent: 'Mia Berg',
    });
    const me = await fetch(`${service.origin}/api/agent/me`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([me.status, await me.json()]).toMatchObject([200, { email: 'mia.berg@business.example' }]);
  } finally {
    service.signal('SIGTERM');
    await service.ended;
    await rm(dataDir, { recursive: true, force: true });
  }
});
