import type { AppealFact } from '@hongyan/contract/vocabulary/support'
import { Link } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import { useText } from '../../../../i18n/text.ts'
import { cx } from '../../../../ui/cx.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { factLooks } from '../labels.ts'

interface FactListProps {
  /** Each fact with its state; undefined where only the server can tell. */
  facts: readonly (readonly [fact: AppealFact, isDone: boolean | undefined])[]
}

/** The checklist that secures an account, with the page that fixes what is missing. */
export function FactList({ facts }: FactListProps) {
  const t = useText()
  return (
    <section className="grid gap-2 text-sm">
      <h3 className="font-medium">{t('center.facts')}</h3>
      <p className="text-ink-3">{t('center.factsText')}</p>
      <ul className="divide-y divide-line">
        {facts.map(([fact, isDone]) => {
          const { title, action, to, search } = factLooks[fact]
          return (
            <li key={fact} className="flex items-center gap-2.5 py-2">
              <Icon of={isDone ? CircleCheck : Circle} className={cx(isDone ? 'text-ok-dot' : 'text-ink-3')} />
              <span className="min-w-0 flex-1">
                {t(title)}
                {isDone !== undefined && (
                  <span className="sr-only">: {t(isDone ? 'center.done' : 'center.notDone')}</span>
                )}
              </span>
              {isDone !== true && (
                <Link to={to} {...(search && { search })} className="text-link whitespace-nowrap">
                  {t(action)}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
