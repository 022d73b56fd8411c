import { describe, expect, test } from 'vitest';
import { AssistantReply } from '../../src/assistants/wire/assistants.ts';
import { WidgetReply } from '../../src/widgets/wire/widgets.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { MIA, registryAdmin, SHOP_WIDGET } from '../support/clients/registry.ts';
import { startService } from '../support/service/service.ts';
import { askToken, statusAndError, say } from '../support/clients/visitor.ts';

describe('the registry of a cloud', () => {
  const service = sharedFixture(() => startService({ composition: 'cloud' }));
  const admin = sharedFixture(() => registryAdmin(service));

  test('serves an assistant with documents on its widget, follows edits of both, and stops when they are deleted', async () => {
    const agent = await admin.make({ knowledge: { kind: 'documents' } });
    const names = ['Größen und Maße.md', '返品.md', 'a-1.md'];
    for (const name of names) await admin.upload(agent.id, name, `# ${name}`);
    const { documents } = await admin.assistant(agent.id);
    expect(documents.map(({ name }) => name).toSorted()).toEqual(names.toSorted());

    const { widget } = await admin.register({ assistantId: agent.id });
    const token = await askToken(service, widget.id);
    await say(service, token, { message: 'Hello' });
    const { knowledge } = await service.services.assistantProfiles.profileFor(agent.id);
    const texts = knowledge.kind === 'documents' ? await knowledge.documents() : [];
    expect(texts.map(({ markdown }) => markdown).toSorted()).toEqual(names.map((it) => `# ${it}`).toSorted());

    const put = (path: string, body: object, etag: string) =>
      admin.send('PUT', path, body, { 'if-match': etag });
    const renamed = put(`widgets/${widget.id}`, { ...SHOP_WIDGET, name: 'Renamed' }, widget.etag);
    expect((await admin.answer(200, WidgetReply, renamed)).widget.name).toBe('Renamed');
    expect((await put(`widgets/${widget.id}`, SHOP_WIDGET, widget.etag)).status).toBe(412);
    const edited = put(`assistants/${agent.id}`, { ...MIA, isDefault: true }, agent.etag);
    expect((await admin.answer(200, AssistantReply, edited)).assistant.isDefault).toBe(true);
    expect((await put(`assistants/${agent.id}`, MIA, agent.etag)).status).toBe(412);

    await admin.send('PATCH', `widgets/${widget.id}`, { enabled: false });
    const asked = await service.post('/api/widget/token', { widgetId: widget.id });
    expect(await statusAndError(asked)).toEqual({ status: 403, error: 'widget-disabled' });
    expect((await admin.send('DELETE', `widgets/${widget.id}`)).status).toBe(204);
    await admin.chooseFirst();
    expect((await admin.send('DELETE', `assistants/${agent.id}`)).status).toBe(204);
    expect((await admin.assistants()).assistants).toHaveLength(1);
    expect((await admin.widgets()).widgets).toEqual([]);
  });
});
