import type { ServerResponse } from 'node:http';
import * as z from 'zod';
import type { FakeService, Fault } from './fake-service.ts';
import type { RegisteredSite } from './registered-site.ts';
import type { Visit } from './site.ts';

/** A file as a visitor chooses it. */
interface GivenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
  /** The number of bytes after `buffer`, which the page adds itself: only for `give`. */
  more?: number;
}

const reply = (response: ServerResponse, status: number, body?: object) =>
  void response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(body === undefined ? undefined : JSON.stringify(body));

/** Answers every request with this. */
export const replying =
  (status: number, body?: object): Fault =>
  (_request, response) =>
    reply(response, status, body);

const Begun = z.object({ fileName: z.string() });

/** Takes files as the service does: their ids are `file-1` and so on, their tickets their names. */
function takeFiles(service: FakeService): void {
  let count = 0;
  service.fault('attachments', (request, response, body) => {
    if (request.method === 'GET') {
      reply(response, 200, { attachments: [] });
      return;
    }
    const id = `file-${++count}`;
    service.fault(`attachments/${id}/blocks/0`, replying(204));
    service.fault(`attachments/${id}`, replying(200, { ticket: Begun.parse(body).fileName }));
    reply(response, 201, { id });
  });
}

export const NOTES: GivenFile = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('1') };

/** Chooses files with the button of the composer. */
export async function chooseFiles({ page, button }: Visit, ...files: GivenFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button(/^(Attach a file|Datei anhängen)$/).click();
  await (await chooser).setFiles(files);
}

/** Gives files to an element as the browser does where they are pasted, dragged over it or dropped. */
export async function give(
  { input }: Pick<Visit, 'input'>,
  event: 'paste' | 'dragenter' | 'dragover' | 'drop',
  ...files: GivenFile[]
): Promise<void> {
  const given = files.map(({ buffer, ...file }) => ({ ...file, bytes: [...buffer] }));
  await input.evaluate(
    (element, [name, them]) => {
      const transfer = new DataTransfer();
      for (const { bytes, more = 0, name: fileName, mimeType } of them) {
        const content = [Uint8Array.from(bytes), new Uint8Array(more)];
        transfer.items.add(new File(content, fileName, { type: mimeType }));
      }
      const options = { bubbles: true, cancelable: true, composed: true };
      element.dispatchEvent(
        name === 'paste'
          ? new ClipboardEvent(name, { ...options, clipboardData: transfer })
          : new DragEvent(name, { ...options, dataTransfer: transfer }),
      );
    },
    [event, given] as const,
  );
}

/** A conversation in which the visitor can send files, which the service takes. */
export async function conversationWithFiles(site: RegisteredSite, parts?: { lang: string }) {
  const { service, registry } = site;
  registry.face = { ...registry.face, attachments: true };
  takeFiles(service);
  const visit = await site.conversation(parts);
  /** The bodies of the messages after the first one. */
  const sent = () =>
    service.requests.flatMap(({ path, body }) => (path === 'chat/stream' ? [body] : [])).slice(1);
  /** The requests that begin an upload. */
  const begun = () =>
    service.requests.flatMap(({ path, method, body }) =>
      path === 'attachments' && method === 'POST' ? [body] : [],
    );
  const rows = visit.panel.locator('.tray li');
  return { service, visit, sent, begun, rows };
}
