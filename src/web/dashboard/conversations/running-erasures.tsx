import { useEffect, useRef } from 'preact/hooks';
import type { ErasuresReply } from '../../../admin/wire/people.ts';
import { plural } from '../../ui/format.ts';
import { invalidate, useLive } from '../../ui/live.ts';
import { apiPath } from '../../ui/request.ts';
import { ERASURES_PATH } from '../addresses.ts';

/** The running erasures. When one ends, the lists are loaded again. */
export function RunningErasures() {
  const { data } = useLive<ErasuresReply>(ERASURES_PATH);
  const running = data?.erasures ?? [];
  const before = useRef(0);
  useEffect(() => {
    if (running.length < before.current) {
      invalidate(apiPath('sessions'));
      invalidate(apiPath('people'));
    }
    before.current = running.length;
  }, [running.length]);
  const erased = running.reduce((sum, one) => sum + one.erased, 0);
  return (
    <p class={running.length === 0 ? 'unseen' : 'erasing'} role="status">
      {running.length > 0 &&
        `Erasing ${running.length === 1 ? 'a person' : `${running.length} persons`}: ${plural(erased, 'conversation')} deleted.`}
    </p>
  );
}
