import { AppError } from '../core/errors.ts';
import { nowIso } from '../lib/fields.ts';
import type { IdentitySecret } from './records/widget.ts';
import type { Ports } from '../ports.ts';
import type { Background } from '../platform/background.ts';
import type { Expected } from '../platform/ledger-records.ts';
import { vaultName } from './site-identities.ts';
import type { RegisteredWidget, WidgetRegistry } from './widget-registry.ts';

/** 256 bits, the minimum for HS256 (RFC 7518 §3.2). */
const BYTES = 32;

/** Deletes the values of unused secrets, in the background. */
export type EraseSecrets = (secrets: readonly IdentitySecret[]) => void;

export function secretEraser({
  vault,
  background,
}: Pick<Ports, 'vault'> & { background: Background }): EraseSecrets {
  return (secrets) => {
    for (const secret of secrets) background.run(vault.remove(vaultName(secret)));
  };
}

type Dependencies = Pick<Ports, 'clock' | 'random' | 'vault'> & {
  widgets: Pick<WidgetRegistry, 'setIdentitySecrets'>;
  eraseSecrets: EraseSecrets;
};

/** The secrets with which sites sign identity tokens. Methods throw `widget-not-found`. */
export function identitySecrets({ clock, random, vault, widgets, eraseSecrets }: Dependencies) {
  return {
    /**
     * Creates a secret; its value is only returned here. The current secret becomes the previous one, and the
     * previous one is erased. The vault is written before the widget, so that a failure does not lose
     * existing secrets. Throws `identity-not-configured` for a widget without a site login.
     */
    async create(
      widgetId: string,
      expected: Expected,
    ): Promise<{ registered: RegisteredWidget; secret: string }> {
      const made = { id: random.uuid(), createdAt: nowIso(clock) };
      const secret = Buffer.from(random.bytes(BYTES)).toString('base64url');
      await vault.write(vaultName(made), secret);
      try {
        const registered = await widgets.setIdentitySecrets(
          widgetId,
          (before) => [made, ...before.slice(0, 1)],
          expected,
        );
        return { registered, secret };
      } catch (error) {
        // If the store is unavailable, the write may have succeeded, so the secret is kept.
        if (error instanceof AppError && error.code !== 'store-unavailable') eraseSecrets([made]);
        throw error;
      }
    },

    /** Revokes a secret: its tokens are refused immediately. Throws `not-found` for an unknown secret. */
    remove: (widgetId: string, secretId: string, expected: Expected): Promise<RegisteredWidget> =>
      widgets.setIdentitySecrets(
        widgetId,
        (before) => {
          const left = before.filter(({ id }) => id !== secretId);
          if (left.length === before.length) throw new AppError('not-found');
          return left;
        },
        expected,
      ),
  };
}
