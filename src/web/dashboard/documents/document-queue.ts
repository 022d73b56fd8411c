import { adminApi } from '../../ui/admin-api.ts';
import { apiPath } from '../../ui/request.ts';
import { fileQueue, type FileQueue } from '../../ui/uploads/file-queue.ts';
import { uploadFile, type ReadFile } from './upload-file.ts';

/** Of each list of documents, by its path. They survive navigation, as unsaved edits do. */
const queues = new Map<string, FileQueue<ReadFile>>();

/** The files that were chosen for one list of documents. */
export function documentQueue(path: string): FileQueue<ReadFile> {
  const queue =
    queues.get(path) ??
    fileQueue<ReadFile>({
      upload: (file, options) => uploadFile(file, { ...options, api: adminApi }),
      remove: (id) => adminApi.send('DELETE', apiPath(`uploads/${id}`)),
    });
  queues.set(path, queue);
  return queue;
}
