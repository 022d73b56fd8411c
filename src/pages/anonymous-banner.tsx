/** Stands on top of every admin page for as long as there is no admin key; nothing hides it. */
export function AnonymousBanner() {
  return (
    <aside class="anonymous-banner" aria-label="No admin key yet">
      <p>
        <strong>Open to everyone.</strong> There is no admin key yet: whoever knows this address can read and
        delete every conversation.
      </p>
      <a href="/api/dashboard#/settings/admin-key">Make a key</a>
    </aside>
  );
}
