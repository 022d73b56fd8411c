/** Shown on every admin page while there is no admin key; it cannot be dismissed. */
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
