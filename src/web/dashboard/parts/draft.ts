import { useReducer } from 'preact/hooks';
import type { Problem } from '../../ui/request.ts';
import { useVersionedSave } from '../../ui/versioned-save.ts';

/** The stored state of the edited object. Without an ETag it is new. */
export interface SavedState<E> {
  edit: E;
  etag?: string;
}

interface Draft {
  edit: unknown;
  /** The ETag of the version on which the edit is based. */
  etag: string | undefined;
}

/** Unsaved edits by API path. They survive navigation. */
const drafts = new Map<string, Draft>();

window.addEventListener('beforeunload', (event) => {
  if (drafts.size > 0) event.preventDefault();
});

/** Discards the unsaved edit of a path. Returns false if there was no edit. */
export const forgetDraft = (path: string): boolean => drafts.delete(path);

/** Bases an edit on a newer version after an independent change, unless it was already outdated. */
export function rebaseDraft(path: string, before: string, after: string): void {
  const draft = drafts.get(path);
  if (draft?.etag === before) drafts.set(path, { ...draft, etag: after });
}

interface Options<E, R> {
  path: string;
  saved: SavedState<E>;
  /** Saves an edit on condition of an ETag; undefined creates the object. */
  send(edit: E, etag: string | undefined): Promise<R>;
  /** The stored state in the service's response. */
  savedBy(reply: R): SavedState<E>;
  onSaved(reply: R): void;
  /** Loads the stored state. */
  refresh(): Promise<void>;
}

/** The state of an edit. */
export interface EditState {
  /** Whether the edit differs from the stored state. */
  changed: boolean;
  /** Whether a newer version was stored since the edit began. */
  isOutdated: boolean;
  saving: boolean;
  saves: number;
  /** Why saving failed. */
  problem: Problem | undefined;
  save(): Promise<void>;
  /** Overwrites the newer version. */
  overwrite(): Promise<void>;
  discard(): void;
}

export interface Editor<E> extends EditState {
  edit: E;
  change(part: Partial<E>): void;
}

/** Edits one object, from the first change until it is saved or discarded. */
export function useEditor<E extends object, R>(options: Options<E, R>): Editor<E> {
  const { path, saved, send, savedBy, onSaved, refresh } = options;
  const [, redraw] = useReducer<number, void>((count) => count + 1, 0);
  const { saving, saves, problem, save, reset } = useVersionedSave(refresh);
  const draft = drafts.get(path);
  // Only this function stores drafts under a path, always of one type.
  const edit = (draft?.edit ?? saved.edit) as E;

  const keep = (next: E, etag: string | undefined) => {
    if (isEqual(next, saved.edit)) drafts.delete(path);
    else drafts.set(path, { edit: next, etag });
    redraw();
  };
  const store = (etag: string | undefined) =>
    save(async () => {
      const reply = await send(edit, etag);
      const now = savedBy(reply);
      const later = drafts.get(path)?.edit;
      if (later === undefined || later === edit || now.etag === undefined) drafts.delete(path);
      else drafts.set(path, { edit: later, etag: now.etag });
      onSaved(reply);
    });

  return {
    edit,
    change: (part) => keep({ ...edit, ...part }, draft ? draft.etag : saved.etag),
    changed: draft !== undefined,
    isOutdated: draft !== undefined && draft.etag !== saved.etag,
    saving,
    saves,
    problem,
    save: () => store(draft ? draft.etag : saved.etag),
    overwrite: () => store(saved.etag),
    discard() {
      drafts.delete(path);
      reset();
      redraw();
    },
  };
}

const isEqual = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);
