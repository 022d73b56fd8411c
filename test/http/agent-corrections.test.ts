import { expect, test } from 'vitest';
import { AgentMessagesReply } from '../../src/desk/wire/agent.ts';
import { QuestionReply, QuestionsReply } from '../../src/assistants/wire/questions.ts';
import { startAgentService } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';

const QUESTION = 'How do I start it?';
const BETTER = 'Press **Start**.';

const desk = sharedFixture(() => startAgentService());
const mia = sharedFixture(() => desk.agent('Mia'));
const lee = sharedFixture(() => desk.agent('Lee'));

const messagesOf = async (sessionId: string) =>
  AgentMessagesReply.parse((await mia.get(`/api/agent/sessions/${sessionId}/messages`)).body).messages;
const listed = async () =>
  QuestionsReply.parse(await (await desk.service.get('/api/questions?window=all')).json()).questions;
const suggest = (sessionId: string, messageId: string, answer: unknown, agent = mia) =>
  agent.put(`/api/agent/sessions/${sessionId}/messages/${messageId}/correction`, { answer });

test('an agent’s suggested correction is listed in Questions until the agent withdraws it', async () => {
  const sessionId = await desk.conversation('human_requested', QUESTION);
  const [asked, answer] = await messagesOf(sessionId);
  if (!asked || !answer) throw new Error('There is no answer.');
  // Any agent may suggest; the latest suggestion counts.
  expect((await suggest(sessionId, answer.id, 'Turn the key.', lee)).status).toBe(204);
  expect((await suggest(sessionId, answer.id, ` ${BETTER} `)).status).toBe(204);
  const correction = { content: BETTER, agentName: 'Mia' };
  const [group] = await listed();
  expect(group).toMatchObject({ question: QUESTION, questions: [{ messageId: asked.id, correction }] });
  const found = await desk.service.get(`/api/questions/${sessionId}/${asked.id}`);
  expect(QuestionReply.parse(await found.json()).answer).toMatchObject({
    content: answer.content,
    correction,
  });
  expect((await messagesOf(sessionId))[1]?.correction).toMatchObject({ content: BETTER });
  const shown = await (await desk.service.get(`/api/messages?sessionId=${sessionId}`)).text();
  expect(shown).not.toContain(BETTER);
  expect((await suggest(sessionId, answer.id, null)).status).toBe(204);
  expect(await listed()).toEqual([]);
});

test('a correction needs a text and an answer of the assistant', async () => {
  const sessionId = await desk.conversation('human_requested', QUESTION);
  const [asked, answer] = await messagesOf(sessionId);
  if (!asked || !answer) throw new Error('There is no answer.');
  expect((await suggest(sessionId, asked.id, BETTER)).status).toBe(400);
  expect((await suggest(sessionId, sessionId, BETTER)).status).toBe(400);
  expect((await suggest(asked.id, answer.id, BETTER)).status).toBe(404);
  for (const answerText of ['', ' ', 7, undefined, 'x'.repeat(8001)]) {
    expect((await suggest(sessionId, answer.id, answerText)).status).toBe(400);
  }
  expect(await listed()).toEqual([]);
});
