import { AppError, invalidField } from '../core/errors.ts';
import { nowIso } from '../lib/fields.ts';
import type { IdentitySecret, StoredWidget, Widget, WidgetEdit } from './records/widget.ts';
import { widgetGroup } from '../platform/rules/realtime-groups.ts';
import type { Ports } from '../ports.ts';
import type { Background } from '../platform/background.ts';
import { type Expected, type LedgerRecord, refuseStale } from '../platform/ledger-records.ts';
import type { OpenWidgets } from './open-widgets.ts';

/** A widget with the entity tag of its current version. */
export interface RegisteredWidget {
  widget: Widget;
  etag: string;
}

type Dependencies = Pick<Ports, 'clock' | 'random' | 'realtime'> & {
  open: OpenWidgets;
  knowsAssistant: (assistantId: string) => Promise<boolean>;
  /** Called with unused secrets. */
  eraseSecrets: (secrets: readonly IdentitySecret[]) => void;
  background: Background;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Stores the registered widgets in the ledger. */
export function widgetRegistry(dependencies: Dependencies) {
  const { open, knowsAssistant, eraseSecrets, realtime, background, clock, random } = dependencies;
  const { records } = open;
  const now = () => nowIso(clock);

  async function refuseUnknownAssistant({ assistantId }: WidgetEdit): Promise<void> {
    if (assistantId === undefined || (await knowsAssistant(assistantId))) return;
    throw invalidField('assistantId', 'is not an existing assistant');
  }

  /** Closes the connections of a widget's visitors. */
  function close(id: string): void {
    open.remember(id, false, clock.now());
    background.run(realtime.disconnect(widgetGroup(id)));
  }

  /** Changes a widget, and erases the secrets that it no longer uses. */
  async function changeSecrets(
    id: string,
    expected: Expected,
    edit: (value: StoredWidget) => StoredWidget,
  ): Promise<RegisteredWidget> {
    let before: readonly IdentitySecret[] = [];
    const changed = await records.change(id, ({ value, etag }) => {
      refuseStale(etag, expected);
      before = value.identitySecrets ?? [];
      return edit(value);
    });
    const kept = new Set(changed.value.identitySecrets?.map((secret) => secret.id));
    eraseSecrets(before.filter((secret) => !kept.has(secret.id)));
    return toRegistered(changed);
  }

  return {
    /** Sorted by name. */
    list: (): Promise<RegisteredWidget[]> => byName(records),

    /**
     * A strong read without a cache, so that disabling a widget takes effect immediately. Undefined for an
     * unknown id.
     */
    async find(widgetId: string): Promise<RegisteredWidget | undefined> {
      const id = widgetId.toLowerCase();
      const record = UUID.test(id) ? await open.read(id) : undefined;
      return record && toRegistered(record);
    },

    /** Throws `validation-failed` if the assistant is unknown. */
    async create(edit: WidgetEdit): Promise<RegisteredWidget> {
      await refuseUnknownAssistant(edit);
      const at = now();
      const value = { ...edit, enabled: true, createdAt: at, updatedAt: at };
      return toRegistered(await records.create(random.uuid(), value));
    },

    async update(id: string, edit: WidgetEdit, expected?: Expected): Promise<RegisteredWidget> {
      await refuseUnknownAssistant(edit);
      return await changeSecrets(id, expected, ({ enabled, createdAt, identitySecrets }) => ({
        ...edit,
        ...(edit.siteLogin && identitySecrets && { identitySecrets }),
        enabled,
        createdAt,
        updatedAt: now(),
      }));
    },

    async remove(id: string, expected?: Expected): Promise<void> {
      let dropped: readonly IdentitySecret[] = [];
      await records.remove(id, ({ value, etag }) => {
        refuseStale(etag, expected);
        dropped = value.identitySecrets ?? [];
      });
      close(id);
      eraseSecrets(dropped);
    },

    /** Disabling or deleting a widget closes the real-time connections of its visitors. */
    async setEnabled(id: string, enabled: boolean): Promise<RegisteredWidget> {
      const changed = await records.change(id, ({ value }) =>
        value.enabled === enabled ? value : { ...value, enabled, updatedAt: now() },
      );
      if (enabled) open.remember(id, true, clock.now());
      else close(id);
      return toRegistered(changed);
    },

    /**
     * Changes the secrets of the widget's site login, and erases unused ones. Throws
     * `identity-not-configured` for a widget without a site login.
     */
    setIdentitySecrets: (
      id: string,
      change: (secrets: readonly IdentitySecret[]) => IdentitySecret[],
      expected: Expected,
    ): Promise<RegisteredWidget> =>
      changeSecrets(id, expected, (value) => {
        if (!value.siteLogin) throw new AppError('identity-not-configured');
        return { ...value, identitySecrets: change(value.identitySecrets ?? []), updatedAt: now() };
      }),
  };
}

/**
 * The registered widgets (docs/rules.md, Widget registry). Methods throw `widget-not-found`, and
 * `precondition-failed` for an edit of an outdated version.
 */
export type WidgetRegistry = ReturnType<typeof widgetRegistry>;

/** The widgets that use an assistant, sorted by name. */
export function widgetsUsing({ records }: Pick<OpenWidgets, 'records'>) {
  return async (assistantId: string): Promise<Widget[]> =>
    (await byName(records))
      .map(({ widget }) => widget)
      .filter((widget) => widget.assistantId === assistantId);
}

async function byName(records: OpenWidgets['records']): Promise<RegisteredWidget[]> {
  const all = (await records.list()).map(toRegistered);
  return all.toSorted((one, other) => one.widget.name.localeCompare(other.widget.name));
}

function toRegistered({ id, value, etag }: LedgerRecord<StoredWidget>): RegisteredWidget {
  return { widget: { id, ...value }, etag };
}
