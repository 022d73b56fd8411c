import type { Widget } from '../../../wire/widgets.ts';
import { registeredFrame, registeredPolicy, registeredTag } from '../embed-tag.ts';
import { CopyButton } from '../../ui/copy-button.tsx';

/** The embed code of a registered widget. */
export function WidgetEmbed({ widget }: { widget: Widget }) {
  const tag = registeredTag(location.origin, widget.id);
  return (
    <section class="card part" aria-labelledby="widget-embed">
      <h2 id="widget-embed">Installation</h2>
      <p>Add this tag to each page of the allowed origins, before the closing body tag.</p>
      <Code text={tag} label="Copy tag" primary />
      <details>
        <summary>Embed as an iframe</summary>
        <Code text={registeredFrame(location.origin, widget)} label="Copy iframe" />
      </details>
      <details>
        <summary>Sites with a Content-Security-Policy</summary>
        <p class="quiet">Add these sources to the policy.</p>
        <Code text={registeredPolicy(location.origin, widget)} label="Copy sources" />
      </details>
    </section>
  );
}

function Code({ text, label, primary = false }: { text: string; label: string; primary?: boolean }) {
  return (
    <>
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton {...{ text, label, primary }} />
    </>
  );
}
