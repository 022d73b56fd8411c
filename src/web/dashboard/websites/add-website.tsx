import { Globe } from 'lucide-static';
import { useMemo, useState } from 'preact/hooks';
import type { WebsiteSourceReply } from '../../../wire/website-sources.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Check, Issues, TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { invalidate } from '../../ui/live.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { apiPath, Problem } from '../../ui/request.ts';
import { go, href } from '../../ui/router.ts';
import { websitesPath } from '../addresses.ts';

/** A button with a dialog that adds a website to an assistant. */
export function AddWebsite({ assistantId }: { assistantId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button class="button primary" onClick={() => setOpen(true)}>
        <Icon svg={Globe} size={18} />
        Add website
      </Button>
      {isOpen && <NewWebsite assistantId={assistantId} onClose={() => setOpen(false)} />}
    </>
  );
}

interface State {
  adding?: boolean;
  problem?: Problem;
  saves: number;
}

function NewWebsite({ assistantId, onClose }: { assistantId: string; onClose: () => void }) {
  const [address, setAddress] = useState('');
  const [subdomains, setSubdomains] = useState(false);
  const [files, setFiles] = useState(false);
  const [{ adding, problem, saves }, setState] = useState<State>({ saves: 0 });
  const issues = problem?.details.issues ?? [];
  const given = useMemo(() => ({ issues, saves, onCorrected: () => undefined }), [problem, saves]);
  const isHttp = /^http:\/\//i.test(address.trim());

  async function add(): Promise<void> {
    setState({ saves: saves + 1, adding: true });
    try {
      const { source } = await adminApi.send<WebsiteSourceReply>('POST', apiPath('knowledge/sources'), {
        kind: 'website',
        assistantId,
        address,
        subdomains,
        files,
        allowHttp: isHttp,
      });
      invalidate(websitesPath(assistantId));
      go(href(['knowledge', 'websites', source.id]));
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      setState({ saves: saves + 1, problem: thrown });
    }
  }

  return (
    <Dialog title="Add website" onClose={onClose} dismissible={!adding}>
      <form
        class="edited"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <Issues.Provider value={given}>
          <TextField
            path="address"
            label="Address"
            value={address}
            most={2000}
            placeholder="www.example.com"
            hint="Its pages are listed first. You choose which of them the assistant reads."
            onChange={setAddress}
            code
          />
        </Issues.Provider>
        <Check label="Include subdomains" checked={subdomains} onChange={setSubdomains} />
        <Check label="Include PDF and Word files" checked={files} onChange={setFiles} />
        {isHttp && <p class="quiet">This address is not encrypted. Its pages are read over http.</p>}
        <ErrorNotice sentence={problem && issues.length === 0 ? problem.message : undefined} />
        <div class="actions">
          <Button disabled={adding} onClick={onClose}>
            Cancel
          </Button>
          <Button class="button primary" submit disabled={adding === true || address.trim() === ''}>
            {adding ? 'Adding…' : 'Find pages'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
