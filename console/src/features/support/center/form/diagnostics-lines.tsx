import type { Ticket } from '@hongyan/contract/endpoints/support/tickets'

type Lines = NonNullable<Ticket['diagnostics']>['lines']

/** The lines of a snapshot, exactly as support sees them. */
export const DiagnosticsLines = ({ lines }: { lines: Lines }) => (
  <dl className="grid gap-2 text-sm">
    {lines.map(({ label, value }) => (
      <div key={`${label} ${value}`} className="grid gap-x-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <dt className="text-ink-3">{label}</dt>
        <dd className="wrap-anywhere whitespace-pre-wrap">{value}</dd>
      </div>
    ))}
  </dl>
)
