import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PlanList } from '../../src/publisher/wire/reports.ts';
import { ChatReply } from '../../src/chat/wire/visitor.ts';

const ROOT = join(import.meta.dirname, '../..');

test('one command starts the runtime and the control plane as in the cloud, prints their addresses, and cleans up', async () => {
  const sim = spawn(process.execPath, ['--import', './scripts/tsx.ts', 'scripts/cloud-sim.ts'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], PORT: '0', DEMO_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void sim.kill('SIGTERM'));
  let said = '';
  for (const channel of [sim.stdout, sim.stderr]) {
    channel.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  const ended = once(sim, 'exit');
  await expect.poll(() => said).toContain('Ctrl-C ends it');
  const address = (name: string) => new RegExp(`${name} +(http://\\S+)`).exec(said)?.[1] ?? '';

  const health = async () => {
    const answer = await fetch(address('Health'));
    return [answer.status, await answer.json()];
  };
  await expect.poll(health).toMatchObject([200, { ok: true }]);
  const { origin } = new URL(address('Health'));
  const asked = await fetch(`${origin}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(address('Demo site')).origin },
    body: JSON.stringify({ message: 'Where is my parcel?' }),
  });
  expect(ChatReply.parse(await asked.json()).reply.content).toBe('Where is my parcel?');
  const { plans } = PlanList.parse(await (await fetch(address('Plans'))).json());
  expect(plans.map(({ planId }) => planId)).toContain('start');

  sim.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  for (const name of ['Demo site', 'Health', 'Plans']) {
    await expect
      .poll(() =>
        fetch(address(name)).then(
          ({ status }) => status,
          () => 'gone',
        ),
      )
      .toBe('gone');
  }
});
