import { CopyPlus, Pencil, Trash2 } from 'lucide-react'
import { formatNumber, useText } from '../../../i18n/text.ts'
import { recordItems } from '../../../ui/record-items.ts'
import { type Column, Table } from '../../../ui/table.tsx'
import { type DraftRule, type RuleRow, ruleRows } from './draft.ts'
import { actionText, limitsText, ruleName, sceneText, scopeTitles } from './labels.ts'
import { RowMenu } from './row-menu.tsx'

export interface RuleActs {
  readonly edit: (row: RuleRow) => void
  readonly duplicate: (row: RuleRow) => void
  readonly remove: (row: RuleRow) => void
  /** True where no rule may be added. */
  readonly isFull: boolean
}

interface CellProps {
  row: RuleRow
}

function ScopeCell({ row: { rule } }: CellProps) {
  const t = useText()
  return (
    <span className="grid">
      <span className="font-medium">{t(scopeTitles[rule.scope])}</span>
      <span className="text-xs text-ink-3">{sceneText(rule.scene)}</span>
    </span>
  )
}

function Menu({ row, acts }: CellProps & { acts: RuleActs }) {
  const t = useText()
  const { id } = row.rule
  return (
    <RowMenu
      label={t('ui.actionsOf', { name: ruleName(row.rule) })}
      items={[
        { id: 'edit', title: t('rate-limiting.edit'), icon: Pencil, act: () => acts.edit(row) },
        {
          id: 'duplicate',
          title: t('rate-limiting.duplicate'),
          icon: CopyPlus,
          disabled: acts.isFull,
          act: () => acts.duplicate(row),
        },
        ...(id === undefined ? [] : recordItems({ kind: 'rate_rule', id })),
      ]}
      remove={{ id: 'remove', title: t('rate-limiting.remove'), icon: Trash2, act: () => acts.remove(row) }}
    />
  )
}

const limitCell = (limit: number | null) =>
  limit === null ? <span className="text-ink-3">—</span> : formatNumber(limit)

function StackedRule({ row, acts }: CellProps & { acts: RuleActs }) {
  useText()
  return (
    <div className="grid gap-1.5">
      <div className="flex items-start justify-between gap-4">
        <ScopeCell row={row} />
        <Menu row={row} acts={acts} />
      </div>
      <div className="flex items-baseline justify-between gap-4 text-ink-2">
        <span>{limitsText(row.rule)}</span>
        <span className="whitespace-nowrap">{actionText(row.rule.action)}</span>
      </div>
    </div>
  )
}

/** The columns of the rules, and a rule on a narrow screen. */
function layoutOf(acts: RuleActs) {
  const columns: readonly Column<RuleRow>[] = [
    { title: 'rate-limiting.scope', cell: (row) => <ScopeCell row={row} />, fixed: true },
    { title: 'rate-limiting.perMinute', cell: ({ rule }) => limitCell(rule.per_minute), end: true },
    { title: 'rate-limiting.perHour', cell: ({ rule }) => limitCell(rule.per_hour), end: true },
    { title: 'rate-limiting.perDay', cell: ({ rule }) => limitCell(rule.per_day), end: true },
    { title: 'rate-limiting.action', cell: ({ rule }) => actionText(rule.action) },
    {
      title: 'ui.actions',
      cell: (row) => <Menu row={row} acts={acts} />,
      end: true,
      quiet: true,
      fixed: true,
    },
  ]
  return { columns, stacked: (row: RuleRow) => <StackedRule row={row} acts={acts} /> }
}

/** The rules of the draft. */
export function RulesTable({ rules, acts }: { rules: readonly DraftRule[]; acts: RuleActs }) {
  const t = useText()
  const layout = layoutOf(acts)
  return (
    <Table
      {...layout}
      label={t('rate-limiting.rules')}
      rows={ruleRows(rules)}
      rowKey={({ key }) => key}
      controls
      tall
    />
  )
}
