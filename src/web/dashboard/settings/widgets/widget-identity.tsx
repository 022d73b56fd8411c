import { useState } from 'preact/hooks';
import type { WidgetEdit } from '../../../../widgets/records/widget.ts';
import type { IdentitySecretReply, Widget, WidgetReply } from '../../../../widgets/wire/widgets.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Check, LinesField, TextField } from '../../../ui/field.tsx';
import { apiPath } from '../../../ui/request.ts';
import { Time } from '../../../ui/time.tsx';
import { rebaseDraft, type Editor } from '../../parts/draft.ts';
import { invalidate, setResponse } from '../../../ui/live.ts';
import { emptyToUndefined } from './widget-edit.ts';
import { Section } from '../../parts/section.tsx';
import { Button } from '../../../ui/button.tsx';

interface WidgetIdentityProps extends Pick<Editor<WidgetEdit>, 'edit' | 'change'> {
  path: string;
  /** The stored widget; undefined for a new one. */
  widget: Widget | undefined;
}

/** The site's login: the site identifies visitors with tokens that it signs. */
export function WidgetIdentity({ edit, change, path, widget }: WidgetIdentityProps) {
  const { siteLogin } = edit;
  return (
    <Section id="widget-identity" title="Verified identity">
      <p class="quiet">
        Your site’s server signs a token for visitors who are signed in there. Agents see who is writing, and
        visitors keep their conversation on every device.
      </p>
      <Check
        label="The site identifies its visitors"
        checked={siteLogin !== undefined}
        onChange={(checked) => change({ siteLogin: checked ? { issuer: '' } : undefined })}
      />
      {!siteLogin && widget?.siteLogin && <p class="quiet">Saving deletes the secrets.</p>}
      {siteLogin && (
        <>
          <TextField
            path="siteLogin.issuer"
            label="Token issuer"
            most={200}
            code
            placeholder="https://shop.example.com"
            hint={
              <>
                The claim <code>iss</code> of the tokens.{' '}
                {widget && (
                  <>
                    The claim <code>aud</code> is <code>{widget.id}</code>.
                  </>
                )}
              </>
            }
            value={siteLogin.issuer}
            onChange={(issuer) => change({ siteLogin: { ...siteLogin, issuer } })}
          />
          <TextField
            path="siteLogin.keySetUrl"
            label="Key set address"
            most={500}
            code
            placeholder="https://shop.example.com/.well-known/jwks.json"
            hint="For tokens that are signed with a private key. Leave it empty to sign with a secret."
            value={siteLogin.keySetUrl}
            onChange={(address) =>
              change({ siteLogin: { ...siteLogin, keySetUrl: emptyToUndefined(address) } })
            }
          />
          <LinesField
            path="siteLogin.claims"
            label="Claims for actions"
            rows={2}
            code
            placeholder="customer_number"
            hint="More claims of the tokens, one per line, such as a customer number. Actions can use them, and agents see them."
            values={siteLogin.claims}
            onChange={(claims) => change({ siteLogin: { ...siteLogin, claims } })}
          />
          {widget?.siteLogin ? (
            <Secrets path={path} widget={widget} />
          ) : (
            <p class="quiet">Save the widget to create a secret.</p>
          )}
        </>
      )}
    </Section>
  );
}

/** The valid secrets. They are created and removed immediately, independently of the form. */
function Secrets({ path, widget }: { path: string; widget: Widget }) {
  const { identitySecrets = [], etag } = widget;
  const [asked, setAsked] = useState<'create' | { remove: string }>();
  const [made, setMade] = useState<string>();
  const own = `${path}/identity-secrets`;
  const store = (reply: WidgetReply) => {
    rebaseDraft(path, etag, reply.widget.etag);
    invalidate(apiPath('widgets'));
    setResponse(path, { widget: reply.widget, warnings: reply.warnings });
  };
  const create = async () => {
    const reply = await adminApi.send<IdentitySecretReply>('POST', own, {}, { etag });
    store(reply);
    setMade(reply.secret);
  };
  const remove = async (id: string) => {
    store(await adminApi.send<WidgetReply>('DELETE', `${own}/${id}`, undefined, { etag }));
    // A new secret stays visible while an older one is removed.
    if (id === identitySecrets[0]?.id) setMade(undefined);
  };
  return (
    <div class="field">
      <span>Secrets</span>
      {made !== undefined && (
        <div role="status">
          <p>Store this secret on your server now. It is not shown again.</p>
          <div class="row copied">
            <code class="key">{made}</code>
            <CopyButton text={made} label="Copy secret" />
          </div>
        </div>
      )}
      {identitySecrets.map(({ id, createdAt }, index) => (
        <div key={id} class="row copied">
          <span>
            {index === 0 ? 'Current' : 'Previous'}, created <Time at={createdAt} />
          </span>
          <Button onClick={() => setAsked({ remove: id })}>
            Remove<span class="unseen"> the {index === 0 ? 'current' : 'previous'} secret</span>
          </Button>
        </div>
      ))}
      <div class="row">
        <Button onClick={() => setAsked('create')}>Create secret</Button>
      </div>
      {asked === 'create' && (
        <Confirm
          title="Create a secret?"
          action="Create secret"
          run={create}
          onClose={() => setAsked(undefined)}
        >
          <p>
            The current secret stays valid as the previous one until you remove it. An older one stops working
            immediately. The new secret is shown only once.
          </p>
        </Confirm>
      )}
      {typeof asked === 'object' && (
        <Confirm
          title="Remove this secret?"
          action="Remove secret"
          run={() => remove(asked.remove)}
          onClose={() => setAsked(undefined)}
        >
          <p>Tokens that are signed with it are refused immediately.</p>
        </Confirm>
      )}
    </div>
  );
}
