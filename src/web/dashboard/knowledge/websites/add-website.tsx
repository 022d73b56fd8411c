import { Globe } from 'lucide-static';
import { useMemo, useState } from 'preact/hooks';
import { rulesBelow } from '../../../../websites/rules/page-rules.ts';
import type { WebsiteSource, WebsiteSourceReply } from '../../../../websites/wire/website-sources.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Check, Issues, TextField } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { invalidate } from '../../../ui/live.ts';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { apiPath, Problem } from '../../../ui/request.ts';
import { go, href } from '../../../ui/router.ts';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { websitePath, websitesPath } from '../../addresses.ts';
import { shortAddress } from './words.ts';

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

/** A button with a dialog for another address of a website. */
export function ChangeAddress({ source }: { source: WebsiteSource }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Change address</Button>
      {isOpen && (
        <NewWebsite assistantId={source.assistantId} replaced={source} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

interface State {
  adding?: boolean;
  problem?: Problem;
  saves: number;
}

interface NewWebsiteProps {
  assistantId: string;
  /** The website that the new one takes the place of. If it was read, it stays until an admin deletes it. */
  replaced?: WebsiteSource;
  onClose: () => void;
}

const NOTHING_ENTERED = { address: '', subdomains: false, files: false };

/** Whether a website stays in addition to its new address: the assistant has its pages. */
const stays = ({ readAt }: WebsiteSource): boolean => readAt !== undefined;

function Stays({ source }: { source: WebsiteSource }) {
  return (
    <p class="quiet">
      The assistant keeps the pages of <UntrustedText text={shortAddress(source.address)} /> until you delete
      that website.
    </p>
  );
}

/** The choices that a new address keeps. Rules are kept if the admin has changed those of the address. */
function choicesOf({ address, languages, rules, leftOutBlocks, schedule, publish }: WebsiteSource) {
  const isChanged = JSON.stringify(rules) !== JSON.stringify(rulesBelow(address));
  return { languages, leftOutBlocks, schedule, publish, ...(isChanged && { rules }) };
}

function NewWebsite({ assistantId, replaced, onClose }: NewWebsiteProps) {
  const initial = replaced ?? NOTHING_ENTERED;
  const [address, setAddress] = useState(initial.address);
  const [subdomains, setSubdomains] = useState(initial.subdomains);
  const [files, setFiles] = useState(initial.files);
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
        ...(replaced && choicesOf(replaced)),
      });
      if (replaced && !stays(replaced) && replaced.id !== source.id) {
        await adminApi.send('DELETE', websitePath(replaced.id));
      }
      invalidate(websitesPath(assistantId));
      go(href(['knowledge', 'websites', source.id]));
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      setState({ saves: saves + 1, problem: thrown });
    }
  }

  return (
    <Dialog title={replaced ? 'Change address' : 'Add website'} onClose={onClose} dismissible={!adding}>
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
        {replaced && stays(replaced) && <Stays source={replaced} />}
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
