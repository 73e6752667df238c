import type { TransactionDetail } from '@hongyan/contract/endpoints/finance/transactions'
import { useCountryName } from '../../../api/regions.ts'
import { useText } from '../../../i18n/text.ts'
import { TextPlaceholder } from '../../../ui/text-placeholder.tsx'
import { CountryChip } from '../../../ui/country-chip.tsx'
import { Figure } from './figure.tsx'
import { sceneLabels } from './labels.ts'

type Detail = Pick<TransactionDetail, 'usage' | 'rest'>
type Use = Detail['usage'][number]

const cell = 'border-t border-line py-2 align-top'
const figure = `${cell} pl-3 text-right tabular-nums whitespace-nowrap`

function UseRow({ use: { scene, iso2, messages, parts, unit_price: unitPrice, amount } }: { use: Use }) {
  const t = useText()
  const nameOf = useCountryName()
  return (
    <tr>
      <th scope="row" className={`${cell} text-left font-normal`}>
        <span className="flex flex-wrap items-center gap-x-2">
          {t(sceneLabels[scene])}
          <span className="inline-flex items-center gap-1.5">
            <CountryChip>{iso2}</CountryChip> {nameOf(iso2)}
          </span>
        </span>
        <span className="block text-xs text-ink-3">{t('transactions.messagesAndParts', { messages, parts })}</span>
      </th>
      <td className={figure}>
        <Figure exact={unitPrice} decimals={6} />
        <span className="block text-xs text-ink-3">× {parts}</span>
      </td>
      <td className={figure}>
        <Figure exact={amount} decimals={6} />
      </td>
    </tr>
  )
}

function RestRow({ rest }: { rest: NonNullable<Detail['rest']> }) {
  const t = useText()
  return (
    <tr>
      <th scope="row" colSpan={2} className={`${cell} text-left font-normal`}>
        {t('transactions.rest')}
        <span className="block text-xs text-ink-3">{t('transactions.restText', { messages: rest.messages })}</span>
      </th>
      <td className={figure}>
        <Figure exact={rest.amount} decimals={6} />
      </td>
    </tr>
  )
}

interface UsageTableProps {
  /** Undefined while loading. */
  detail: Detail | undefined
  total: string
}

/** The parts of a day's usage: parts × unit price, to the last decimal. They sum to the line. */
export function UsageTable({ detail, total }: UsageTableProps) {
  const t = useText()
  return (
    <table aria-label={t('transactions.usageTitle')} aria-busy={!detail} className="w-full text-sm">
      <thead>
        <tr className="text-left text-xs text-ink-3">
          <th scope="col" className="pb-2 font-medium">
            {t('transactions.usageBy')}
          </th>
          <th scope="col" className="pb-2 pl-3 text-right font-medium">
            {t('transactions.unitPrice')}
          </th>
          <th scope="col" className="pb-2 pl-3 text-right font-medium">
            {t('transactions.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {detail?.usage.map((use) => (
          <UseRow key={`${use.scene} ${use.iso2} ${use.unit_price}`} use={use} />
        ))}
        {detail?.rest && <RestRow rest={detail.rest} />}
        {!detail && (
          <tr>
            <td colSpan={3} className={cell}>
              <TextPlaceholder width={200} />
            </td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr className="font-semibold">
          <th scope="row" colSpan={2} className={`${cell} text-left font-semibold`}>
            {t('transactions.total')}
          </th>
          <td className={figure}>
            <Figure exact={total} decimals={6} />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
