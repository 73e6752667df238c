interface TwoColumnsProps {
  head: readonly [string, string]
  rows: readonly (readonly [string, string])[]
}

/** A table of labels and amounts in a dialog. */
export function TwoColumns({ head, rows }: TwoColumnsProps) {
  return (
    <div className="overflow-clip rounded-md border border-line">
      <table className="w-full text-sm">
        <thead>
          <tr className="h-9 bg-well text-xs text-ink-3">
            <th scope="col" className="px-4 text-left font-medium">
              {head[0]}
            </th>
            <th scope="col" className="px-4 text-right font-medium">
              {head[1]}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([what, much]) => (
            <tr key={what} className="h-10 border-t border-line">
              <td className="px-4">{what}</td>
              <td className="px-4 text-right font-medium tabular-nums">{much}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
