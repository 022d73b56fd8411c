/** Stands on top of every admin page for as long as there is no admin key; nothing hides it. */
export function AnonymousBanner() {
  return (
    <aside class="anonymous-banner" aria-label="No admin key">
      <p>
        <strong>No admin key.</strong> Anyone with this address can read and delete all conversations.
      </p>
      <a href="/api/dashboard#/settings/admin-key">Create admin key</a>
    </aside>
  );
}
