import type { Filing } from '@hongyan/contract/endpoints/messaging/senders'
import { filingStates, type FilingState, mainlandCarriers } from '@hongyan/contract/vocabulary/filing'
import type { ReactNode } from 'react'
import type { TextId } from '../../i18n/ids.ts'
import { joined } from '../../i18n/joined.ts'
import { formatDate, useLocale, useText } from '../../i18n/text.ts'
import { Moment } from '../moment.tsx'
import { Status, type Tone } from '../status.tsx'

const looks: Readonly<Record<FilingState, { readonly tone: Tone; readonly title: TextId }>> = {
  not_filed: { tone: 'open', title: 'review.not_filed' },
  filing: { tone: 'idle', title: 'review.filingNow' },
  filed: { tone: 'ok', title: 'review.filed' },
  failed: { tone: 'bad', title: 'review.failed' },
  lapsed: { tone: 'warn', title: 'review.lapsed' },
}

export const filingTitle = (state: FilingState): TextId => looks[state].title

export const canRefile = ({ state }: Filing): boolean => state === 'failed' || state === 'lapsed'

/** The filing at all carriers in a cell: one chip for each state, with the carriers that have it. */
export function FilingChips({ filings }: { filings: readonly Filing[] }) {
  const t = useText()
  const states = filingStates.filter((state) => filings.some((filing) => filing.state === state))
  return (
    <span className="inline-grid gap-0.5">
      {states.map((state) => {
        const carriers = filings.filter((filing) => filing.state === state).map(({ carrier }) => carrier)
        const names = joined(carriers.map((carrier) => t(`review.${carrier}Short`)))
        const title = t(looks[state].title)
        return (
          <Status key={state} tone={looks[state].tone}>
            {carriers.length === mainlandCarriers.length
              ? title
              : t('review.filingCount', { state: title, carriers: names })}
          </Status>
        )
      })}
    </span>
  )
}

interface FilingListProps {
  filings: readonly Filing[]
  /** The buttons of one carrier, such as filing again. */
  action?: (filing: Filing) => ReactNode
}

/** The filing at each carrier with its own words and clock. */
export function FilingList({ filings, action }: FilingListProps) {
  const t = useText()
  useLocale()
  return (
    <section className="grid gap-2 text-sm">
      <h3 className="font-medium">{t('review.filing')}</h3>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {filings.map((filing) => {
          const { carrier, state, reason, changed_at: changedAt, due_on: dueOn } = filing
          return (
            <li key={carrier} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-2">
              <span className="grid min-w-0 gap-0.5">
                <span>{t(`review.${carrier}`)}</span>
                {reason !== null && <span className="wrap-anywhere text-ink-2">{reason}</span>}
                {dueOn !== null && (
                  <span className="text-xs text-ink-3">
                    {t('review.dueOn', {
                      day: formatDate(dueOn, { day: 'numeric', month: 'long', timeZone: 'UTC' }),
                    })}
                  </span>
                )}
              </span>
              <span className="flex items-center gap-3">
                <Status tone={looks[state].tone}>{t(looks[state].title)}</Status>
                {changedAt !== null && (
                  <span className="text-xs text-ink-3">
                    <Moment at={changedAt} />
                  </span>
                )}
                {action?.(filing)}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
