import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mailbox, readMailbox } from '../../src/adapters/email/mailbox.ts';
import { EMAIL, emailSenderContract } from '../contracts/email-sender.contract.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { freshFixture } from '../support/fixtures.ts';

async function open() {
  const dataDir = await mkdtemp(join(tmpdir(), 'mail-'));
  return {
    dataDir,
    sender: mailbox({
      dataDir,
      from: 'chat@shop.example',
      clock: realClock,
    }),
    async sent() {
      const kept = await readMailbox(dataDir);
      return kept.map(({ content }) => ({
        to: /^To: (.+)$/m.exec(content)?.[1]?.trim() ?? '',
        whole: content,
      }));
    },
    close: () => rm(dataDir, { recursive: true, force: true }),
  };
}

emailSenderContract('the mailbox of the local host', open, {
  'a file in the place of its folder': {
    fail: ({ dataDir }) => writeFile(join(dataDir, 'mail'), 'no folder'),
    code: 'unavailable',
    permanent: false,
  },
});

const setup = freshFixture(open);
const { signal } = new AbortController();

it('keeps a repeated e-mail once, in a file that only its owner can read', async () => {
  await setup.sender.send(EMAIL, signal);
  await setup.sender.send(EMAIL, signal);
  const [only, ...more] = await readMailbox(setup.dataDir);
  expect(more).toEqual([]);
  const { mode } = await stat(join(setup.dataDir, 'mail', only?.name ?? ''));
  expect(mode & 0o077).toBe(0);
});

it('has no e-mails before the first one', async () => {
  expect(await readMailbox(setup.dataDir)).toEqual([]);
});

it('deletes all e-mails of a conversation and no others, without the session id in file names', async () => {
  const other = { ...EMAIL, id: randomUUID(), sessionId: randomUUID() };
  await setup.sender.send(EMAIL, signal);
  await setup.sender.send({ ...EMAIL, id: randomUUID() }, signal);
  await setup.sender.send(other, signal);
  const names = () => readdir(join(setup.dataDir, 'mail'));
  expect((await names()).join()).not.toContain(EMAIL.sessionId);
  await setup.sender.removeAll(EMAIL.sessionId);
  const left = await names();
  expect(left).toHaveLength(2);
  for (const name of left) expect(name).toContain(other.id);
});

it('keeps e-mails of a later conversation with the same id', async () => {
  await setup.sender.send(EMAIL, signal);
  await setup.sender.removeAll(EMAIL.sessionId, new Date(0).toISOString());
  expect(await readMailbox(setup.dataDir)).toHaveLength(1);
});
