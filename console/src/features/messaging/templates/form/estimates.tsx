import { shownDecimals } from '@hongyan/contract/limits/screens'
import { shownMoney } from '@hongyan/contract/money'
import type { SignatureId } from '@hongyan/contract/ids'
import type { TemplateForm } from '@hongyan/contract/senders/forms'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useState } from 'react'
import { useAccount } from '../../../../api/account.ts'
import { api } from '../../../../api/api.ts'
import { useCountryName } from '../../../../api/regions.ts'
import { formatDate, useText } from '../../../../i18n/text.ts'
import { CountryChip } from '../../../../ui/country-chip.tsx'
import { Money } from '../../../../ui/money.tsx'
import { isUsable, useAllSenders, useSenderRule } from '../queries.ts'
import { SenderLine } from './sender-line.tsx'
import { type SenderTo, senderTo } from './sender-to.ts'

/** The form is sent once the customer pauses this long. */
const PAUSE = 400

function usePaused<Value>(value: Value): Value {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}

/** The server takes a form only with variables of a length. */
const isComplete = ({ content, variables }: TemplateForm): boolean =>
  content.trim() !== '' && variables.every(({ max_length: max }) => max >= 1)

function PriceRange({ price, currency }: { price: { min: string; max: string } | null; currency: Currency }) {
  const t = useText()
  if (price === null) return <span className="text-ink-3">{t('templates.noPrice')}</span>
  const { min, max } = price
  return (
    <span className="whitespace-nowrap">
      <Money exact={min} currency={currency} decimals={shownDecimals.messagePrice} />
      {max !== min && `–${shownMoney(max, shownDecimals.messagePrice)}`}
    </span>
  )
}

/** The sender of the form's messages by country. */
function useSenderTo(): (iso2: string, form: TemplateForm) => SenderTo {
  const { partition, config } = useAccount()
  const senders = useAllSenders()?.filter(isUsable) ?? []
  const { sms_wildcard: wildcard } = config
  const isFree = Array.isArray(wildcard) ? wildcard.includes('signature') : wildcard
  return (iso2, form) => senderTo(iso2, form, { partition, isFree, senders })
}

/** The basis of the rules. All of them are read on one day. */
function Basis({ iso2 }: { iso2: string }) {
  const t = useText()
  const rule = useSenderRule(iso2, null)
  if (!rule) return null
  const date = formatDate(rule.checked_on, { dateStyle: 'medium', timeZone: 'UTC' })
  return <p className="pt-1 text-xs text-ink-3">{t('templates.senderBasis', { date })}</p>
}

/** Lists sender, parts and price of a message for the home country and those that the account sends to. */
export default function Estimates({ form }: { form: TemplateForm }) {
  const t = useText()
  const { currency } = useAccount()
  const senderOf = useSenderTo()
  const nameOf = useCountryName()
  const { content, variables, scene, signature_id: signature } = usePaused(form)
  const asked = { ...form, content, variables, scene, signature_id: signature }
  const { data } = useQuery({
    queryKey: [api.templates.lint.address, content, variables, scene, signature],
    queryFn: isComplete(asked)
      ? ({ signal }) =>
          api.templates.lint(
            {
              body: {
                ...asked,
                signature_id: signature === null ? null : (signature as SignatureId), // the server refuses any other
                variables: variables.map((variable) => ({ ...variable })),
              },
            },
            signal,
          )
      : skipToken,
    placeholderData: keepPreviousData,
  })
  if (data === undefined || content.trim() === '') return null
  return (
    <section aria-label={t('templates.prices')} className="grid grid-cols-1 gap-1">
      <h2 className="text-sm font-medium">{t('templates.prices')}</h2>
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-xs text-ink-3">
            <th scope="col" className="py-1.5 text-left font-normal">
              {t('templates.country')}
            </th>
            <th scope="col" className="py-1.5 pl-3 text-right font-normal">
              {t('templates.parts')}
            </th>
            <th scope="col" className="py-1.5 pl-3 text-right font-normal">
              {t('templates.price')}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.estimates.map(({ iso2, parts, price }) => (
            <Fragment key={iso2}>
              <tr>
                <td className="pt-2">
                  <span className="flex items-center gap-2">
                    <CountryChip>{iso2}</CountryChip>
                    {nameOf(iso2)}
                  </span>
                </td>
                <td className="pt-2 pl-3 text-right tabular-nums">
                  {parts.min === parts.max ? parts.min : `${parts.min}–${parts.max}`}
                </td>
                <td className="pt-2 pl-3 text-right tabular-nums">
                  <PriceRange price={price} currency={currency} />
                </td>
              </tr>
              <tr className="border-b border-line">
                <td colSpan={3} className="pt-1 pb-2">
                  <SenderLine iso2={iso2} sender={senderOf(iso2, form)} scene={scene} />
                </td>
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
      {data.estimates[0] && <Basis iso2={data.estimates[0].iso2} />}
    </section>
  )
}
