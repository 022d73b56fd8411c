import { expect, test } from 'vitest';
import { registryAdmin } from '../support/clients/registry.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startAgentService } from '../support/service/agent-service.ts';
import { expectTransfer, importInto } from './support/settings-transfer.ts';

const from = sharedFixture(() => startAgentService({ settings: { PLAN_ID: 'growth' } }));
const to = sharedFixture(() => startAgentService());

test('another deployment gets the settings of a file, after a preview that writes nothing', async () => {
  await expectTransfer(from, to);
});

test('a website gets its address and its choices, and is read again', async () => {
  const admin = registryAdmin(from.service);
  const { assistant } = { assistant: (await admin.assistants()).assistants[0] };
  const website = {
    kind: 'website',
    assistantId: assistant?.id,
    address: 'https://website.invalid/',
    schedule: 'week',
    start: false,
  };
  await admin.send('POST', 'knowledge/sources', website);
  const file = (await admin.send('GET', 'settings')).body;
  const { websites } = file as { websites: unknown[] };
  expect(websites).toMatchObject([{ address: 'https://website.invalid/', choices: { schedule: 'week' } }]);
  const { changes } = await importInto(to, file as Parameters<typeof importInto>[1]);
  expect(changes).toContainEqual(
    expect.objectContaining({ kind: 'website', name: 'https://website.invalid/', effect: 'added' }),
  );
  const sources = await registryAdmin(to.service).send('GET', 'knowledge/sources');
  expect(sources.body).toMatchObject({
    sources: [{ address: 'https://website.invalid/', schedule: 'week' }],
  });
});

test.each([
  [{ format: 'chat-settings-2' }, 'format'],
  [{ format: 'chat-settings-1', tags: [{ name: 'VIP', color: 'gold' }] }, 'tags.0.color'],
  [
    { format: 'chat-settings-1', documents: [{ assistant: 'Nowhere', name: 'a.md', markdown: 'A' }] },
    'assistant',
  ],
])('a file with a wrong part is refused by its place: %j', async (file, path) => {
  for (const query of ['', '?preview=true']) {
    expect(await registryAdmin(to.service).send('POST', `settings${query}`, file)).toMatchObject({
      status: 400,
      body: { error: 'validation-failed', issues: [{ path }] },
    });
  }
});
