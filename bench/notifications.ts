import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { postToWorkflow } from '../src/adapters/teams-workflow/workflow-request.ts';
import { startWorkflows } from '../test/fakes/workflow-server.ts';
import { scriptedAnswerer } from '../test/support/ports/scripted-answerer.ts';
import { startService } from '../test/support/service/service.ts';
import { figure, quantile, ratio } from './support/report.ts';

// The time from a visitor's request for a person to the card at the workflow's server, against a bare POST of
// the same card to the same server. Both alternate, so that they have the same noise. One process, TLS.
const ROUNDS = 200;
const WARM = 20;
const UNLIMITED = {
  RATE_LIMIT_IP_PER_MINUTE: '1000000',
  RATE_LIMIT_SESSION_PER_MINUTE: '1000000',
};

const workflows = await startWorkflows();
const service = await startService({
  answerer: scriptedAnswerer(),
  workflowNetwork: workflows.network,
  settings: UNLIMITED,
});
const address = workflows.address('agents');
const saved = await fetch(`${service.origin}/api/notifications/teams`, {
  method: 'PUT',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    first: address,
    reminderMinutes: 5,
    escalationMinutes: 15,
    includeFirstQuestion: false,
    language: 'en',
  }),
});
if (!saved.ok) throw new Error(`The workflow was answered with ${saved.status}.`);

/** The milliseconds from the start of some work to the card at the server; the work ends as well. */
async function untilCard(work: () => Promise<unknown>): Promise<number> {
  const before = workflows.accepted.length;
  const startedAt = performance.now();
  const working = work();
  while (workflows.accepted.length === before) await setImmediate();
  const tookMs = performance.now() - startedAt;
  await working;
  return tookMs;
}

async function handoff(): Promise<number> {
  const sessionId = randomUUID();
  await service.post('/api/chat', { message: 'Hello', sessionId });
  return await untilCard(async () => {
    const asked = await service.post('/api/handoff', { sessionId });
    await asked.arrayBuffer();
    if (asked.status !== 200) throw new Error(`The handoff was answered with ${asked.status}.`);
  });
}

function barePost(): Promise<number> {
  const content = workflows.accepted.at(-1)?.card;
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content };
  const body = JSON.stringify({ type: 'message', attachments: [attachment] });
  return untilCard(() =>
    postToWorkflow(new URL(address), body, workflows.network, new AbortController().signal),
  );
}

const ours: number[] = [];
const bare: number[] = [];
for (let round = -WARM; round < ROUNDS; round++) {
  const [card, post] = [await handoff(), await barePost()];
  if (round < 0) continue;
  ours.push(card);
  bare.push(post);
}
const said = (samples: readonly number[]) =>
  `p50 ${quantile(samples, 0.5).toFixed(1)} ms, p99 ${quantile(samples, 0.99).toFixed(1)} ms`;
figure('from a handoff to its card, aim p99 under 2 s', said(ours));
figure('a bare POST of the same card', said(bare));
ratio('handoff to card against a bare POST, p50', quantile(ours, 0.5) / quantile(bare, 0.5), 'under 5', '');
await service.close();
await workflows.close();
