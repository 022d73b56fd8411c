import { AppError, invalidField } from '../../domain/errors.ts';
import {
  StoredWidget,
  type IdentitySecret,
  type Widget,
  type WidgetEdit,
} from '../../domain/records/widget.ts';
import { widgetGroup } from '../../domain/realtime-groups.ts';
import type { Clock, Ports } from '../../ports.ts';
import type { Background } from '../platform/background.ts';
import { type Expected, type LedgerRecord, ledgerRecords, refuseStale } from '../platform/ledger-records.ts';

/** A widget with the entity tag of its current version. */
export interface RegisteredWidget {
  widget: Widget;
  etag: string;
}

/**
 * The registered widgets (Specification, Widget registry). A missing one is `widget-not-found`; an edit of an
 * outdated version is `precondition-failed`.
 */
export interface WidgetRegistry {
  /** By name. */
  list(): Promise<RegisteredWidget[]>;
  /** The stored state, never a cached or lagging copy: disabling a widget takes effect at once. */
  find(id: string): Promise<RegisteredWidget | undefined>;
  /** `validation-failed` where the assistant is unknown. */
  create(edit: WidgetEdit): Promise<RegisteredWidget>;
  update(id: string, edit: WidgetEdit, expected?: Expected): Promise<RegisteredWidget>;
  remove(id: string, expected?: Expected): Promise<void>;
  /** Disabling a widget closes the real-time connections of its visitors, and so does deleting it. */
  setEnabled(id: string, enabled: boolean): Promise<RegisteredWidget>;
  /**
   * Changes the secrets of the widget's site login; `identity-not-configured` where it has none. Secrets that
   * the widget refers to no more are passed to `forgetSecrets`, as by an edit and a deletion.
   */
  setIdentitySecrets(
    id: string,
    change: (secrets: readonly IdentitySecret[]) => IdentitySecret[],
    expected: Expected,
  ): Promise<RegisteredWidget>;
  /** Whether the widget exists and is enabled, at most two seconds ago. */
  isOpen(id: string): Promise<boolean>;
  /** The widgets that use an assistant, by name. */
  usedBy(assistantId: string): Promise<Widget[]>;
}

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'realtime' | 'telemetry'> & {
  /** Whether an assistant exists. */
  knowsAssistant: (assistantId: string) => Promise<boolean>;
  /** Gets the secrets that no widget refers to any more. */
  forgetSecrets: (secrets: readonly IdentitySecret[]) => void;
  background: Background;
};

/** Stores the registered widgets in the ledger. */
export function widgetRegistry(dependencies: Dependencies): WidgetRegistry {
  const { knowsAssistant, forgetSecrets, realtime, background, clock, random } = dependencies;
  const open = openWidgets(clock);
  const records = ledgerRecords({
    ...dependencies,
    kind: 'widgets',
    schema: StoredWidget,
    missing: 'widget-not-found',
  });
  const now = () => new Date(clock.now()).toISOString();

  async function refuseUnknownAssistant({ assistantId }: WidgetEdit): Promise<void> {
    if (assistantId === undefined || (await knowsAssistant(assistantId))) return;
    throw invalidField('assistantId', 'is not an existing assistant');
  }

  async function read(id: string): Promise<LedgerRecord<StoredWidget> | undefined> {
    const asOfMs = clock.now();
    const record = await records.find(id, 'strong');
    open.remember(id, record?.value.enabled ?? false, asOfMs);
    return record;
  }

  /** Closes the connections of a widget's visitors. */
  function close(id: string): void {
    open.remember(id, false, clock.now());
    background.run(realtime.disconnect(widgetGroup(id)));
  }

  /** Changes a widget, and forgets the secrets that it no longer refers to. */
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
    forgetSecrets(before.filter((secret) => !kept.has(secret.id)));
    return registered(changed);
  }

  async function list(): Promise<RegisteredWidget[]> {
    const all = (await records.list()).map(registered);
    return all.toSorted((one, other) => one.widget.name.localeCompare(other.widget.name));
  }

  return {
    list,

    async find(id) {
      const record = await read(id);
      return record && registered(record);
    },

    async create(edit) {
      await refuseUnknownAssistant(edit);
      const at = now();
      const value = { ...edit, enabled: true, createdAt: at, updatedAt: at };
      return registered(await records.create(random.uuid(), value));
    },

    async update(id, edit, expected) {
      await refuseUnknownAssistant(edit);
      return await changeSecrets(id, expected, ({ enabled, createdAt, identitySecrets }) => ({
        ...edit,
        ...(edit.siteLogin && identitySecrets && { identitySecrets }),
        enabled,
        createdAt,
        updatedAt: now(),
      }));
    },

    async remove(id, expected) {
      let dropped: readonly IdentitySecret[] = [];
      await records.remove(id, ({ value, etag }) => {
        refuseStale(etag, expected);
        dropped = value.identitySecrets ?? [];
      });
      close(id);
      forgetSecrets(dropped);
    },

    async setEnabled(id, enabled) {
      const changed = await records.change(id, ({ value }) =>
        value.enabled === enabled ? value : { ...value, enabled, updatedAt: now() },
      );
      if (enabled) open.remember(id, true, clock.now());
      else close(id);
      return registered(changed);
    },

    setIdentitySecrets: (id, change, expected) =>
      changeSecrets(id, expected, (value) => {
        if (!value.siteLogin) throw new AppError('identity-not-configured');
        return { ...value, identitySecrets: change(value.identitySecrets ?? []), updatedAt: now() };
      }),

    isOpen: (id) => open.isOpen(id, () => read(id)),

    async usedBy(assistantId) {
      return (await list())
        .map(({ widget }) => widget)
        .filter((widget) => widget.assistantId === assistantId);
    },
  };
}

function registered({ id, value, etag }: LedgerRecord<StoredWidget>): RegisteredWidget {
  return { widget: { id, ...value }, etag };
}

/** Which registered widgets accept visitors, as this instance last read or wrote them. */
interface OpenWidgets {
  /**
   * Whether the widget accepts visitors; `load` is called where the cached answer is older than two seconds.
   */
  isOpen(id: string, load: () => Promise<unknown>): Promise<boolean>;
  /** Caches what was read or written; `asOfMs` is the start of the read or the end of the write. */
  remember(id: string, isOpen: boolean, asOfMs: number): void;
}

/**
 * How long an answer is cached, in milliseconds: the events of a turn follow the check of the visitor's own
 * call within this time, so that they cost no further read. Another instance may send for as long after a
 * widget was disabled; the connections are closed by then.
 */
const TTL_MS = 2_000;

/** Unknown ids are cached as well; beyond this number expired entries are dropped. */
const MAX_KNOWN = 1_000;

/** An empty cache. */
function openWidgets(clock: Clock): OpenWidgets {
  const known = new Map<string, { isOpen: boolean; asOfMs: number }>();

  function forgetOld(): void {
    const oldestMs = clock.now() - TTL_MS;
    for (const [id, { asOfMs }] of known) if (asOfMs < oldestMs) known.delete(id);
  }
  return {
    async isOpen(id, load) {
      const last = known.get(id);
      if (!last || clock.now() - last.asOfMs > TTL_MS) await load();
      return known.get(id)?.isOpen ?? false;
    },
    remember(id, isOpen, asOfMs) {
      const last = known.get(id);
      // A read that began before a write ended may be outdated.
      if (last && last.asOfMs > asOfMs) return;
      known.set(id, { isOpen, asOfMs });
      if (known.size > MAX_KNOWN) forgetOld();
    },
  };
}
