import { describe, expect, test } from 'vitest';
import { AnswerReply, AnswersDocumentReply, AnswersReply } from '../../src/assistants/wire/answers.ts';
import { movedClock } from '../support/clocks/real-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { startService, type RunningService } from '../support/service/service.ts';

const QUESTION = 'May I bring my parrot?';
const PARROT = { heading: QUESTION, answer: 'Parrots are welcome on Tuesdays.' };

describe('an added answer', () => {
  const clock = freshFixture(() => movedClock());
  const service = freshFixture(() => startService({ clock }));
  const admin = freshFixture(() => registryAdmin(service));

  const add = (assistantId: string, answer: object, headers = {}) =>
    admin.send('POST', `assistants/${assistantId}/answers`, answer, headers);
  const added = async (assistantId: string, answer: object = PARROT) =>
    (await admin.answer(201, AnswerReply, add(assistantId, answer))).answer;
  const list = async () => (await admin.answer(200, AnswersReply, admin.send('GET', 'answers'))).answers;
  const document = async (id: string) =>
    (await admin.answer(200, AnswersDocumentReply, admin.send('GET', `assistants/${id}/answers`))).document;
  const reply = async (of: RunningService, message: string): Promise<string> =>
    await (await of.post('/api/chat', { message })).text();

  test('is used by the built-in assistant immediately, and by other instances within 15 seconds, until it is removed', async () => {
    const other = await startService({ clock, dataDir: service.dataDir });
    expect(await reply(other, QUESTION)).not.toContain('Tuesdays');
    const { id, document: name } = await added('default');
    expect(name).toBe('answers.md');
    expect(await reply(service, QUESTION)).toContain('Parrots are welcome on Tuesdays.');
    clock.advance(15_000);
    expect(await reply(other, QUESTION)).toContain('Parrots are welcome on Tuesdays.');
    expect(await reply(other, 'How do I start it?')).not.toContain('Tuesdays');

    expect((await admin.send('DELETE', `assistants/default/answers/${id}`)).status).toBe(204);
    expect(await reply(service, QUESTION)).not.toContain('Tuesdays');
    expect((await admin.send('DELETE', `assistants/default/answers/${id}`)).status).toBe(404);
    await other.close();
  });

  test('takes precedence over the section that it corrects and over older added answers', async () => {
    const { id } = await admin.make({ knowledge: { kind: 'documents' }, isDefault: true });
    const markdown =
      '# Pets\n\n## Bring a parrot\n\nParrots must stay outside. Parrots may not be brought in.\n';
    expect((await admin.send('PUT', `assistants/${id}/documents/pets.md`, { markdown })).status).toBe(200);
    expect(await reply(service, QUESTION)).toContain('must stay outside');
    await added(id, { heading: QUESTION, answer: 'Only small parrots.' });
    expect(await reply(service, 'may I bring my parrot')).toContain('Only small parrots.');
    await added(id);
    const newest = await reply(service, QUESTION);
    expect(newest).toContain('Parrots are welcome on Tuesdays.');
    expect(newest).not.toMatch(/must stay outside|Only small/);
  });

  test('is used by assistants with a folder and by assistants with documents', async () => {
    for (const kind of ['folder', 'documents'] as const) {
      const knowledge = kind === 'folder' ? { kind, folder: '' } : { kind };
      const { id } = await admin.make({ knowledge, isDefault: true });
      expect(await reply(service, QUESTION)).not.toContain('Tuesdays');
      await added(id);
      expect(await reply(service, QUESTION)).toContain('Tuesdays');
      expect((await admin.assistant(id)).documents).toMatchObject([{ name: 'answers.md' }]);
    }
  });

  test('is listed with its assistant and document, newest first, and visitors do not see its marker', async () => {
    const { id } = await admin.make({ knowledge: { kind: 'documents' }, isDefault: true });
    await added('default', { heading: 'First?', answer: 'One.' });
    clock.advance(1000);
    await added(id);
    expect(await list()).toMatchObject([
      { assistantId: id, document: 'answers.md', ...PARROT },
      { assistantId: 'default', document: 'answers.md', heading: 'First?', answer: 'One.' },
    ]);
    expect(await reply(service, QUESTION)).not.toContain('<!--');
  });

  test('is refused with 412 if another admin has changed the document since it was read', async () => {
    const { etag, name } = await document('default');
    const both = await Promise.all(
      ['One.', 'Two.'].map((answer) =>
        add('default', { heading: answer, answer, document: name }, { 'if-match': etag }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 412]);
    const stale = await add('default', { ...PARROT, document: name }, { 'if-match': etag });
    expect(stale.status).toBe(412);
    const { etag: current } = await document('default');
    expect(current).not.toBe(etag);
    expect((await add('default', { ...PARROT, document: name }, { 'if-match': current })).status).toBe(201);
    expect(await list()).toHaveLength(2);
  });

  test('is not lost if several answers are added and removed concurrently', async () => {
    const first = await added('default');
    await Promise.all([
      admin.send('DELETE', `assistants/default/answers/${first.id}`),
      ...Array.from({ length: 5 }, (_, n) => added('default', { heading: `Q${n}?`, answer: `A${n}.` })),
    ]);
    expect((await list()).map(({ heading }) => heading).toSorted()).toEqual([
      'Q0?',
      'Q1?',
      'Q2?',
      'Q3?',
      'Q4?',
    ]);
  });

  test('is refused with an explanation if its document is full, and is otherwise added to a new document', async () => {
    const long = { heading: 'Long?', answer: 'word '.repeat(1599) };
    for (let n = 0; n < 4; n++) await added('default', long);
    expect((await document('default')).name).toBe('answers.md');
    await added('default', long);
    await added('default', { ...long, document: 'answers.md' });
    const refused = await add('default', { ...long, document: 'answers.md' });
    expect(refused).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'answer', message: expect.stringContaining('50000 characters') }] },
    });
    expect((await added('default')).document).toBe('answers-2.md');
    expect(await reply(service, QUESTION)).toContain('Tuesdays');
  });

  test.each([
    [404, '7f0c3b1e-1111-4222-8333-444455556666', PARROT],
    [400, 'default', { ...PARROT, heading: ' ' }],
    [400, 'default', { ...PARROT, answer: '' }],
    [400, 'default', { ...PARROT, answer: 'x'.repeat(8001) }],
    [400, 'default', { ...PARROT, document: 'prices.md' }],
    [400, 'default', { ...PARROT, questions: ['x'] }],
  ])('is refused with %s for %s, %j', async (status, assistantId, answer) => {
    expect((await add(assistantId, answer)).status).toBe(status);
    expect(await list()).toEqual([]);
  });

  test('is deleted with its assistant', async () => {
    const { id } = await admin.make({ knowledge: { kind: 'documents' } });
    await added(id);
    expect((await admin.send('DELETE', `assistants/${id}`)).status).toBe(204);
    expect(await list()).toEqual([]);
  });
});
