import { useReducer, useState } from 'preact/hooks';
import { Problem } from '../ui/request.ts';

/** What can be edited, as the service has it; without an ETag it does not exist there yet. */
export interface Saved<E> {
  edit: E;
  etag?: string;
}

interface Draft {
  edit: unknown;
  /** The ETag of what was on the screen when the edit began. */
  etag: string | undefined;
}

/** Edits that are not saved, by the path of what is edited. They outlive their view: the reader may look something up. */
const drafts = new Map<string, Draft>();

window.addEventListener('beforeunload', (event) => {
  if (drafts.size > 0) event.preventDefault();
});

/** The edit that belongs to a path is not wanted any more. */
export const forgetDraft = (path: string): boolean => drafts.delete(path);

/** The reader has changed something beside the edit: it is based on what came of that, unless it was overtaken before. */
export function rebaseDraft(path: string, before: string, after: string): void {
  const draft = drafts.get(path);
  if (draft?.etag === before) drafts.set(path, { ...draft, etag: after });
}

interface Options<E, R> {
  path: string;
  saved: Saved<E>;
  /** Sends an edit that is based on an ETag; undefined creates. */
  send(edit: E, etag: string | undefined): Promise<R>;
  /** What the service has now, by its answer. */
  savedBy(reply: R): Saved<E>;
  onSaved(reply: R): void;
  /** Asks the service for what it has now. */
  refresh(): Promise<void>;
}

/** How far an edit is, and what can become of it. */
export interface Standing {
  /** Whether it differs from what the service has. */
  changed: boolean;
  /** Whether somebody else has saved since it began. */
  overtaken: boolean;
  saving: boolean;
  /** Why it could not be saved. */
  problem: Problem | undefined;
  save(): Promise<void>;
  /** Saves it over what somebody else has saved. */
  saveOver(): Promise<void>;
  discard(): void;
}

export interface Editor<E> extends Standing {
  edit: E;
  change(part: Partial<E>): void;
}

/** One edit of one thing, from the first change until it is saved or discarded. */
export function useEditor<E extends object, R>(options: Options<E, R>): Editor<E> {
  const { path, saved, send, savedBy, onSaved, refresh } = options;
  const [, redraw] = useReducer<number, void>((count) => count + 1, 0);
  const [state, setState] = useState<{ saving?: boolean; problem?: Problem }>({});
  const draft = drafts.get(path);
  // Drafts are only put under their path by this function, for one kind of thing each.
  const edit = (draft?.edit ?? saved.edit) as E;

  const keep = (next: E, etag: string | undefined) => {
    if (same(next, saved.edit)) drafts.delete(path);
    else drafts.set(path, { edit: next, etag });
    redraw();
  };
  const store = async (etag: string | undefined) => {
    setState({ saving: true });
    try {
      const reply = await send(edit, etag);
      const now = savedBy(reply);
      const later = drafts.get(path)?.edit;
      if (later === undefined || later === edit || now.etag === undefined) drafts.delete(path);
      else drafts.set(path, { edit: later, etag: now.etag });
      setState({});
      onSaved(reply);
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      const overtaken = thrown.code === 'precondition-failed';
      if (overtaken) await refresh();
      setState(overtaken ? {} : { problem: thrown });
    }
  };

  return {
    edit,
    change: (part) => keep({ ...edit, ...part }, draft ? draft.etag : saved.etag),
    changed: draft !== undefined,
    overtaken: draft !== undefined && draft.etag !== saved.etag,
    saving: state.saving ?? false,
    problem: state.problem,
    save: () => store(draft ? draft.etag : saved.etag),
    saveOver: () => store(saved.etag),
    discard() {
      drafts.delete(path);
      setState({});
      redraw();
    },
  };
}

const same = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);
