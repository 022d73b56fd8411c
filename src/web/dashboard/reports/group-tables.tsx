import type { ComponentChildren } from 'preact';
import type { HandoffReason } from '../../../conversations/records/session.ts';
import type { GroupFigures, TeamReport } from '../../../conversations/records/team-report.ts';
import { Table } from '../../ui/table.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { FIGURE_HEADINGS, FigureCells } from './figure-cells.tsx';

export function AgentTable({ agents }: Pick<TeamReport, 'agents'>) {
  return (
    <GroupTable
      id="by-agent"
      title="By agent"
      heading="Agent"
      rows={agents.map(({ oid, name, ...figures }) => ({
        id: oid,
        name: <UntrustedText text={name} />,
        figures,
      }))}
    />
  );
}

const REASONS: Record<HandoffReason, string> = {
  visitor: 'Visitor asked for a person',
  assistant: 'Assistant handed off',
  'message-left': 'Visitor left a message',
};

/** The figures by handoff reason. */
export function ReasonTable({ reasons }: Pick<TeamReport, 'reasons'>) {
  return (
    <GroupTable
      id="by-reason"
      title="Handoffs by reason"
      heading="Reason"
      rows={reasons.map(({ reason, ...figures }) => ({ id: reason, name: REASONS[reason], figures }))}
    />
  );
}

interface GroupTableProps {
  id: string;
  title: string;
  heading: string;
  rows: readonly { id: string; name: ComponentChildren; figures: GroupFigures }[];
}

function GroupTable({ id, title, heading, rows }: GroupTableProps) {
  return (
    <section class="list" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
      </header>
      <Table
        label={title}
        class="cards report-groups"
        headings={[{ title: heading }, ...FIGURE_HEADINGS]}
        busy={false}
        expected={rows.length}
      >
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">{row.name}</th>
            <FigureCells figures={row.figures} />
          </tr>
        ))}
      </Table>
    </section>
  );
}
