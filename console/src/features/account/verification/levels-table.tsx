import type { Verification } from '@hongyan/contract/endpoints/account/verification'
import { formatNumber, useText } from '../../../i18n/text.ts'
import { Tag } from '../../../ui/tag.tsx'
import { Table, type Column } from '../../../ui/table.tsx'

type Level = Verification['levels'][number] & { readonly state: 'current' | 'next' | null }

function Name({ of: { level, state } }: { of: Level }) {
  const t = useText()
  return (
    <span className="flex items-center gap-2 font-medium">
      {level} · {t(`verification.level${level}`)}
      {state !== null && (
        <Tag {...(state === 'current' ? { tone: 'ok' as const } : {})}>{t(`verification.${state}`)}</Tag>
      )}
    </span>
  )
}

function Rights({ of: { rights } }: { of: Level }) {
  const t = useText()
  return (
    <ul className="grid gap-0.5 md:py-2.5">
      {rights.map((right) => (
        <li key={right}>{t(`verification.${right}`)}</li>
      ))}
    </ul>
  )
}

function PerDay({ of: { per_day: most } }: { of: Level }) {
  const t = useText()
  return <span className="tabular-nums">{most === null ? t('verification.ownCaps') : formatNumber(most)}</span>
}

const How = ({ of: { level } }: { of: Level }) => (
  <span className="text-ink-2">{useText()(`verification.how${level}`)}</span>
)

const columns: readonly Column<Level>[] = [
  { title: 'verification.level', cell: (row) => <Name of={row} /> },
  { title: 'verification.how', cell: (row) => <How of={row} /> },
  { title: 'verification.unlocks', cell: (row) => <Rights of={row} /> },
  { title: 'verification.perDay', cell: (row) => <PerDay of={row} />, end: true },
]

function Stacked({ of }: { of: Level }) {
  const t = useText()
  return (
    <span className="grid gap-1.5">
      <Name of={of} />
      <How of={of} />
      <Rights of={of} />
      <span className="flex justify-between gap-4 text-xs text-ink-3">
        {t('verification.perDay')} <PerDay of={of} />
      </span>
    </span>
  )
}

const stacked = (row: Level) => <Stacked of={row} />
const keyOf = ({ level }: Level) => String(level)

/** Lists the trust levels with their rights, and marks the account's own and the next one (semantics D13). */
export function LevelsTable({ of: { level: current, levels } }: { of: Pick<Verification, 'level' | 'levels'> }) {
  const t = useText()
  const rows = levels.map((row): Level => {
    const isNext = row.level === current + 1
    return { ...row, state: row.level === current ? 'current' : isNext ? 'next' : null }
  })
  return (
    <section aria-labelledby="levels" className="mt-10">
      <h2 id="levels" className="font-semibold">
        {t('verification.levels')}
      </h2>
      <p className="mt-1 mb-4 text-ink-3">{t('verification.levelsText')}</p>
      <Table label={t('verification.levels')} columns={columns} rows={rows} rowKey={keyOf} stacked={stacked} />
    </section>
  )
}
