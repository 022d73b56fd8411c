/** A placeholder for a line of text. `width` is in characters. */
export const Bar = ({ width }: { width: number }) => (
  <span class="bar" style={{ width: `${width}ch` }} aria-hidden="true" />
);

/** Placeholders for table rows. */
export function RowShapes({ rows, columns }: { rows: number; columns: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} class="shape">
      {Array.from({ length: columns }, (_cell, column) => (
        <td key={column}>
          <Bar width={column === 0 ? 18 + ((row * 7) % 12) : 6} />
        </td>
      ))}
    </tr>
  ));
}
