import { AnonymousBanner } from '../ui/admin-banners.tsx';
import { document } from '../ui/document.tsx';
import { SECTIONS } from './sections.ts';

interface DashboardOptions {
  nonce: string;
  /** Whether the admin surface is open because there is no admin key. */
  anonymousMode: boolean;
}

/** The dashboard's page before its data: the same layout with placeholders. */
export function dashboardPage({ nonce, anonymousMode }: DashboardOptions): string {
  return document({
    title: 'Dashboard',
    page: 'dashboard',
    nonce,
    script: true,
    children: (
      <div id="app">
        <div class="above">{anonymousMode && <AnonymousBanner />}</div>
        <div class="frame">
          <nav class="rail" aria-label="Dashboard">
            <p class="brand">
              <span class="mark" /> Chat
            </p>
            <ul>
              {SECTIONS.map(({ id, name }) => (
                <li key={id}>
                  <a href={`#/${id}`}>
                    <span class="icon" /> <span>{name}</span>
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <main>
            <div class="view">
              <noscript>
                <p class="error-notice">The dashboard requires JavaScript.</p>
              </noscript>
            </div>
          </main>
        </div>
      </div>
    ),
  });
}
