import type { Widget } from '../../../wire/widgets.ts';
import { registeredFrame, registeredPolicy, registeredTag } from '../embed-tag.ts';
import { CopyButton } from '../parts/copy-button.tsx';

/** What the owner of a site needs to show a registered widget there. */
export function WidgetEmbed({ widget }: { widget: Widget }) {
  const tag = registeredTag(location.origin, widget.id);
  return (
    <section class="card part" aria-labelledby="widget-embed">
      <h2 id="widget-embed">On the site</h2>
      <p>Put this tag before the end of the body of each page of the allowed origins.</p>
      <Code text={tag} label="Copy the tag" primary />
      <details>
        <summary>As a frame in the page, without the round button</summary>
        <Code text={registeredFrame(location.origin, widget)} label="Copy the frame" />
      </details>
      <details>
        <summary>If the site has a Content-Security-Policy</summary>
        <p class="quiet">Its policy needs these sources, each in its own directive.</p>
        <Code text={registeredPolicy(location.origin, widget)} label="Copy the lines" />
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
