import type { WidgetEdit } from '../../../../widgets/records/widget.ts';
import { apiPath } from '../../../ui/request.ts';
import type { Editor } from '../../parts/draft.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Check, TextField } from '../../../ui/field.tsx';
import { Section } from '../../parts/section.tsx';

/** The visitor sign-in of a widget, with its directory. */
export function WidgetSignIn({ edit, change }: Pick<Editor<WidgetEdit>, 'edit' | 'change'>) {
  const { signIn } = edit;
  const redirect = `${location.origin}${apiPath('widget/sign-in/callback')}`;
  return (
    <Section id="widget-sign-in" title="Visitor sign-in">
      <p class="quiet">
        With your OpenID Connect provider, agents see who is writing, and visitors keep their conversation on
        every device.
      </p>
      <Check
        label="Visitors can sign in"
        checked={signIn !== undefined}
        onChange={(checked) =>
          change({ signIn: checked ? { issuer: '', clientId: '', required: false } : undefined })
        }
      />
      {signIn && (
        <>
          <TextField
            path="signIn.issuer"
            label="Issuer"
            most={500}
            code
            placeholder="https://login.example.com"
            hint={
              <>
                Must serve <code>/.well-known/openid-configuration</code>.
              </>
            }
            value={signIn.issuer}
            onChange={(issuer) => change({ signIn: { ...signIn, issuer } })}
          />
          <TextField
            path="signIn.clientId"
            label="Client ID"
            most={200}
            code
            hint="A public client: authorization code with PKCE, no secret."
            value={signIn.clientId}
            onChange={(clientId) => change({ signIn: { ...signIn, clientId } })}
          />
          <div class="field">
            <span>Redirect URI</span>
            <div class="row copied">
              <code class="key">{redirect}</code>
              <CopyButton text={redirect} label="Copy" />
            </div>
          </div>
          <Check
            label="Require sign-in"
            checked={signIn.required}
            onChange={(required) => change({ signIn: { ...signIn, required } })}
          />
        </>
      )}
    </Section>
  );
}
