import { randomUUID } from 'node:crypto';
import { sqliteStore } from '../../../src/adapters/store/sqlite.ts';
import type { Widget, WidgetEdit } from '../../../src/widgets/records/widget.ts';
import { VisitorTokenReply } from '../../../src/chat/wire/visitor.ts';
import { WidgetReply } from '../../../src/widgets/wire/widgets.ts';
import type { RunningService } from '../service/service.ts';

export const SHOP = 'https://shop.example';

const AT = '2026-11-20T17:24:00.000Z';

/** Stores a widget of a shop, with `about` as changes. */
export async function registerWidget(service: RunningService, about: Partial<Widget> = {}): Promise<Widget> {
  const widget: Widget = {
    id: randomUUID(),
    name: 'Shop',
    primaryDomain: 'shop.example',
    allowedOrigins: [SHOP],
    enabled: true,
    createdAt: AT,
    updatedAt: AT,
    ...about,
  };
  await write(service, widget);
  return widget;
}

/** Changes a widget directly in the store, as another instance would. */
export async function changeWidget(
  service: RunningService,
  widget: Widget,
  change: Partial<Widget>,
): Promise<void> {
  await write(service, { ...widget, ...change });
}

export async function removeWidget(service: RunningService, { id }: Widget): Promise<void> {
  await onLedger(service, async (ledger) => {
    const entry = await ledger.read('widgets', id);
    await ledger.remove('widgets', id, entry?.version ?? '');
  });
}

/** Creates a widget through the service, so that it is effective immediately. Returns its id. */
export async function createWidget(service: RunningService, about: Partial<WidgetEdit>): Promise<string> {
  const edit = { name: 'Shop', primaryDomain: 'shop.example', allowedOrigins: [SHOP], ...about };
  const created = await service.post('/api/widgets', edit);
  if (created.status !== 201) throw new Error(`The widget was answered with ${created.status}.`);
  return WidgetReply.parse(await created.json()).widget.id;
}

/** Starts a conversation on a registered widget and requests an agent. Returns the session id. */
export async function startWaitingConversation(service: RunningService, widgetId: string): Promise<string> {
  const origin = { origin: SHOP };
  const issued = await service.post('/api/widget/token', { widgetId }, origin);
  const { token, sessionId } = VisitorTokenReply.parse(await issued.json());
  const visitor = { ...origin, authorization: `Bearer ${token}` };
  const message = { message: 'Hello', sessionId };
  for (const [path, body] of [['/api/chat', message] as const, ['/api/handoff', { sessionId }] as const]) {
    const { status } = await service.post(path, body, visitor);
    if (status !== 200) throw new Error(`${path} answered ${status}.`);
  }
  return sessionId;
}

/** Everything that is stored about signed-in visitors outside of their sessions, as one text. */
export async function storedAboutVisitors(service: RunningService): Promise<string> {
  const kept: unknown[] = [];
  await onLedger(service, async (ledger) => {
    kept.push(await ledger.list('visitors'), await ledger.list('visitor-of'));
  });
  return JSON.stringify(kept);
}

async function write(service: RunningService, { id, ...value }: Widget): Promise<void> {
  await onLedger(service, async (ledger) => {
    const entry = await ledger.read('widgets', id);
    await ledger.write('widgets', id, value, entry?.version ?? 'absent');
  });
}

type Ledger = ReturnType<typeof sqliteStore>['ledger'];

async function onLedger({ dataDir }: RunningService, work: (ledger: Ledger) => Promise<void>): Promise<void> {
  const store = sqliteStore({ dataDir });
  try {
    await work(store.ledger);
  } finally {
    await store.close();
  }
}
