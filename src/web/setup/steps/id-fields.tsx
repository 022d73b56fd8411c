/** The ids of the application as they are typed. */
export interface Ids {
  clientId: string;
  tenantId: string;
}

/** The two ids of the application; each place that needs them shows the same ones. */
export function IdFields({ ids, onIds }: { ids: Ids; onIds: (ids: Ids) => void }) {
  return (
    <>
      <IdField
        label="Application (client) ID"
        value={ids.clientId}
        onInput={(clientId) => onIds({ ...ids, clientId })}
      />
      <IdField
        label="Directory (tenant) ID"
        value={ids.tenantId}
        onInput={(tenantId) => onIds({ ...ids, tenantId })}
      />
    </>
  );
}

interface IdFieldProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
}

function IdField({ label, value, onInput }: IdFieldProps) {
  return (
    <label class="id-field">
      {label}
      <input
        type="text"
        value={value}
        spellcheck={false}
        autocomplete="off"
        placeholder="00000000-0000-0000-0000-000000000000"
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </label>
  );
}
