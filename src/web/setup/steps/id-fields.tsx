import { TextField } from '../../ui/field.tsx';

/** The ids of the application as they are typed. */
export interface Ids {
  clientId: string;
  tenantId: string;
}

const FIELDS = [
  ['clientId', 'Application (client) ID'],
  ['tenantId', 'Directory (tenant) ID'],
] as const;

/** The two ids of the application; each place that needs them shows the same ones. */
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
