import type { RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import { t, useText } from '../../../../i18n/text.ts'
import { Tag } from '../../../../ui/tag.tsx'
import type { RuleChange, RulePart } from './compare.ts'
import { matchesAll } from './draft.ts'
import type { Names } from './names.ts'
import { channelsText, conditionsOf, optionsText } from './sentence.ts'

interface PartProps {
  part: RulePart
  change: RuleChange
  names: Names
}

/** Each part of a rule in words. */
const partWords: Readonly<Record<RulePart, (rule: RouteRule, names: Names) => string>> = {
  name: ({ name }) => name,
  match: (rule, names) =>
    matchesAll(rule)
      ? t('routing.everything')
      : conditionsOf(rule.match, names)
          .map(({ label, text }) => `${label} ${text}`)
          .join(t('routing.semicolon')),
  channels: channelsText,
  options: (rule) => optionsText(rule) || t('routing.noOptions'),
}

/** A part of a changed rule before and after, or of another rule as it is. */
function PartLine({ part, change: { kind, rule, before }, names }: PartProps) {
  const t = useText()
  const textOf = partWords[part]
  return (
    <div className="grid gap-x-3 text-sm sm:grid-cols-[88px_minmax(0,1fr)]">
      <dt className="text-ink-3">{t(`routing.part.${part}`)}</dt>
      <dd className="grid min-w-0 wrap-anywhere">
        {kind === 'changed' && before && (
          <del className="text-ink-3">
            <span className="sr-only">{t('routing.before')} </span>
            {textOf(before, names)}
          </del>
        )}
        <span>
          {kind === 'changed' && <span className="sr-only">{t('routing.after')} </span>}
          {textOf(rule, names)}
        </span>
      </dd>
    </div>
  )
}

/** The differences between two versions, rule by rule, in words. */
export function ChangeList({ changes, names }: { changes: readonly RuleChange[]; names: Names }) {
  const t = useText()
  const partsOf = ({ kind, parts }: RuleChange): readonly RulePart[] =>
    kind === 'changed' ? parts : kind === 'moved' ? [] : ['match', 'channels']
  return (
    <ul className="divide-y divide-line rounded-lg border border-line">
      {changes.map((change) => (
        <li key={change.rule.id} className="grid gap-2 px-4 py-3">
          <div className="flex flex-wrap items-center gap-2">
            <span className="font-medium wrap-anywhere">
              {change.isDefault ? t('routing.default') : change.rule.name}
            </span>
            <Tag>{t(`routing.${change.kind}`)}</Tag>
            {change.isMoved && (
              <span className="text-xs text-ink-3">
                {t('routing.fromTo', { from: change.from ?? 0, to: change.to ?? 0 })}
              </span>
            )}
            {change.kind === 'added' && (
              <span className="text-xs text-ink-3">{t('routing.atPlace', { position: change.to ?? 0 })}</span>
            )}
          </div>
          {partsOf(change).length > 0 && (
            <dl className="grid gap-2 sm:gap-1">
              {partsOf(change).map((part) => (
                <PartLine key={part} part={part} change={change} names={names} />
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  )
}
