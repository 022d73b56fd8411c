import { TextField } from '../../ui/field.tsx';

/** The application's ids, as entered. */
export interface Ids {
  clientId: string;
  tenantId: string;
}

const FIELDS = [
  ['clientId', 'Application (client) ID'],
  ['tenantId', 'Directory (tenant) ID'],
] as const;

/** The fields for both ids of the application. All steps share their values. */
export const IdFields = ({ ids, onIds }: { ids: Ids; onIds: (ids: Ids) => void }) => (
  <>
    {FIELDS.map(([path, label]) => (
      <TextField
        key={path}
        {...{ path, label }}
        most={100}
        code
        placeholder="00000000-0000-0000-0000-000000000000"
        value={ids[path]}
        onChange={(value) => onIds({ ...ids, [path]: value })}
      />
    ))}
  </>
);
