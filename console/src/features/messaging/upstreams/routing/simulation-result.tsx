import type { SimulatedMessage, Simulation } from '@hongyan/contract/endpoints/messaging/routing'
import { textIn } from '@hongyan/contract/texts'
import { skipTexts } from '@hongyan/contract/upstreams/reasons'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAccount } from '../../../../api/account.ts'
import { currentLocale, useText } from '../../../../i18n/text.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { Money } from '../../../../ui/money.tsx'
import { Note } from '../../../../ui/note.tsx'
import type { Rules } from './draft.ts'
import type { Names } from './names.ts'
import { candidateText, otherText, passedText } from './simulation-text.ts'

interface ResultProps {
  simulation: Simulation
  choices: Pick<SimulatedMessage, 'scene' | 'signature' | 'template'>
  rules: Rules
  names: Names
}

function Order({ simulation: { order, skipped, rule }, rules }: ResultProps) {
  const t = useText()
  const { currency } = useAccount()
  const matched = rules.find(({ id }) => id === rule.id)
  const [first] = order
  if (first === undefined) {
    return (
      <Note tone="bad" title={t('routing.noChannel')}>
        {t('routing.noChannelText')}
      </Note>
    )
  }
  return (
    <>
      <ol className="grid gap-2.5">
        {order.map((candidate, index) => (
          <li key={candidate.upstream} className="flex items-start gap-3 text-sm">
            <span
              aria-hidden
              className="grid size-5 shrink-0 place-items-center rounded-full bg-fill text-[11px] font-medium text-ink-2"
            >
              {index + 1}
            </span>
            <span className="grid min-w-0 flex-1">
              <span className="wrap-anywhere">{candidate.name}</span>
              <span className="text-xs text-ink-3">{candidateText(order, index, matched)}</span>
            </span>
            <span className="tabular-nums">
              <Money exact={candidate.unit_price} currency={currency} decimals={6} />
            </span>
          </li>
        ))}
      </ol>
      {skipped.some(({ upstream }) => upstream === first.upstream) && (
        <Note tone="warn">{t('routing.waits', { name: first.name })}</Note>
      )}
    </>
  )
}

function Reason({ subject, children }: { subject: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[104px_minmax(0,1fr)] gap-3 text-sm">
      <dt className="wrap-anywhere text-ink-2">{subject}</dt>
      <dd className="text-ink-3">{children}</dd>
    </div>
  )
}

function Reasons({ simulation, choices, rules, names }: ResultProps) {
  const t = useText()
  const { passed, skipped, others, country } = simulation
  if (passed.length + skipped.length + others.length === 0) return null
  return (
    <div className="grid gap-3 border-t border-line px-4 py-4 sm:px-5">
      <h3 className="text-xs font-medium text-ink-3">{t('routing.whyNot')}</h3>
      <dl className="grid gap-2">
        {passed.map((each) => (
          <Reason key={each.id} subject={t('routing.ruleNumber', { position: each.position })}>
            {passedText(
              each,
              rules.find(({ id }) => id === each.id),
              country,
              choices,
              names,
            )}
          </Reason>
        ))}
        {skipped.map(({ upstream, name, reason }) => (
          <Reason key={upstream} subject={name || t('routing.deletedChannel')}>
            {textIn(skipTexts[reason], currentLocale())}
          </Reason>
        ))}
        {others.map(({ upstream, name, rules: positions }) => (
          <Reason key={upstream} subject={name}>
            {otherText(positions)}
          </Reason>
        ))}
      </dl>
    </div>
  )
}

/** The matched rule, in the words of the screen. */
export function useMatchedText(): (simulation: Simulation, rules: Rules) => string {
  const t = useText()
  return ({ rule: { position, name } }, rules) =>
    t('routing.ruleResult', { position, name: position === rules.length ? t('routing.default') : name })
}

/** The matched rule, its channels in the order of the attempts, and why not the others. */
export function SimulationResult(props: ResultProps) {
  const { simulation, rules } = props
  const matchedText = useMatchedText()
  return (
    <>
      <div className="grid gap-3 border-t border-line px-4 py-4 sm:px-5">
        <h3 className="flex items-center gap-2.5 font-medium wrap-anywhere">
          <Icon of={Check} className="text-ok" />
          {matchedText(simulation, rules)}
        </h3>
        <Order {...props} />
      </div>
      <Reasons {...props} />
    </>
  )
}
