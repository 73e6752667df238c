import type { Routing } from '@hongyan/contract/endpoints/messaging/routing'
import type { RouteRuleId } from '@hongyan/contract/ids'
import { useText } from '../../../../i18n/text.ts'
import { cx } from '../../../../ui/cx.ts'
import type { RuleChange } from './compare.ts'
import { matchesAll, type Rules } from './draft.ts'
import type { Names } from './names.ts'
import { RuleRow } from './rule-row.tsx'
import { useDrag } from './use-drag.ts'
import type { RuleActs } from './use-rule-acts.ts'

const edges = {
  top: 'inset-shadow-[0_2px_var(--hy-accent)]',
  bottom: 'inset-shadow-[0_-2px_var(--hy-accent)]',
}

interface RuleListProps {
  routing: Routing
  rules: Rules
  changes: readonly RuleChange[]
  names: Names
  matched: RouteRuleId | null
  acts: RuleActs
  isLocked: boolean
}

/** The rules in their order. They are moved by their handles, and by the menu of a rule. */
export function RuleList({ routing, rules, changes, names, matched, acts, isLocked }: RuleListProps) {
  const t = useText()
  const drag = useDrag(acts.move)
  const catchAll = rules.findIndex(matchesAll)
  /** The sentences about a rule, each once. */
  const problemsOf = (index: number) => {
    const problems = routing.draft?.problems ?? []
    const own = problems.filter(({ field }) => field.split('.')[1] === String(index))
    return [...new Set(own.map(({ message }) => message))]
  }
  return (
    <ol aria-label={t('routing.title')} className="overflow-clip rounded-lg border border-line bg-raised">
      {rules.map((rule, index) => {
        const edge = drag.edgeOf(index)
        return (
          <li
            key={rule.id}
            className={cx(
              'relative border-line not-first:border-t',
              rule.id === matched ? 'bg-fill' : 'has-[h3_button:hover]:bg-well',
              rule.id === drag.dragged && 'opacity-50',
              edge !== null && edges[edge],
            )}
          >
            <RuleRow
              rule={rule}
              index={index}
              count={rules.length}
              change={changes.find((change) => change.rule.id === rule.id)}
              isMatched={rule.id === matched}
              isCatchAll={index === catchAll && index < rules.length - 1}
              problems={problemsOf(index)}
              names={names}
              acts={acts}
              isLocked={isLocked}
              drag={drag.acts}
            />
          </li>
        )
      })}
    </ol>
  )
}
