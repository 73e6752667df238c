import type { Quote } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { shownMoney } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { accountName, useAccount } from '../../../../../api/account.ts'
import { formatNumber, useText } from '../../../../../i18n/text.ts'
import { paths } from '../../../../../lib/paths.ts'
import { Checkbox } from '../../../../../ui/choice.tsx'
import { cx } from '../../../../../ui/cx.ts'
import { FieldError, TextField } from '../../../../../ui/field.tsx'
import { type FieldErrors, Form, SubmitButton, useFieldError } from '../../../../../ui/form.tsx'
import { Money } from '../../../../../ui/money.tsx'
import { Note } from '../../../../../ui/note.tsx'
import { showError } from '../../../../../ui/show-error.ts'
import { broadcastPath } from '../queries.ts'
import { useWizard } from '../wizard.ts'
import { type Answers, balanceAfter, openQuestions, type Question, questionsOf } from './confirmation.ts'
import { amountPlaces } from './cost-table.tsx'
import { useSend } from './use-send.ts'

const currencyOf = (code: string): Currency => (code === 'CNY' ? 'CNY' : 'USD')
const signs: Readonly<Record<Currency, string>> = { USD: '$', CNY: '¥' }

function Row({ title, strong = false, children }: { title: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-1 text-sm">
      <dt className="text-ink-3">{title}</dt>
      <dd className={cx('tabular-nums [&_*]:text-inherit', strong && 'font-semibold')}>{children}</dd>
    </div>
  )
}

function Figures({ quote }: { readonly quote: Quote }) {
  const t = useText()
  const currency = currencyOf(quote.currency)
  const places = amountPlaces(quote)
  const after = balanceAfter(quote)
  const { at_most: most, expected, accepted_share: share, available, shortfall } = quote
  return (
    <div className="p-4 sm:p-6">
      <h3 className="text-sm text-ink-2">{t('new.atMost')}</h3>
      <p className="text-money font-semibold">
        <Money exact={most} currency={currency} decimals={places} />
      </p>
      <dl className="mt-3">
        {expected !== null && (
          <Row
            title={
              share === null
                ? t('new.expected')
                : t('new.expectedOf', {
                    share: formatNumber(share, { style: 'percent', maximumFractionDigits: 1 }),
                  })
            }
          >
            <Money exact={expected} currency={currency} decimals={places} />
          </Row>
        )}
        <Row title={t('new.balanceNow')}>
          <Money exact={available} currency={currency} decimals={places} />
        </Row>
        <Row title={t('new.balanceAfter')} strong>
          <span className={cx(shortfall !== null && 'text-bad')}>
            {after.startsWith('-') && '−'}
            <Money exact={after.replace('-', '')} currency={currency} decimals={places} />
          </span>
        </Row>
      </dl>
    </div>
  )
}

/** The missing money. A broadcast that starts later may be topped up for until then. */
function Shortfall({ quote }: { readonly quote: Quote }) {
  const t = useText()
  if (quote.shortfall === null) return null
  const blocks = quote.reason?.code === 'balance_insufficient'
  const amount = `${signs[currencyOf(quote.currency)]}${shownMoney(quote.shortfall, 4)}`
  return (
    <Note tone={blocks ? 'bad' : 'warn'} announced title={t('new.short', { amount })}>
      {t(blocks ? 'new.shortNow' : 'new.shortLater')}{' '}
      <Link to={paths.topUp} className="text-link">
        {t('new.topUp')}
      </Link>
    </Note>
  )
}

function Confirming({
  name,
  children,
  ...rest
}: {
  readonly name: Question
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly children: ReactNode
}) {
  const error = useFieldError(name)
  return (
    <div className="grid gap-1">
      <Checkbox
        name={name}
        checked={rest.checked}
        data-invalid={error !== undefined || undefined}
        onChange={({ target }) => rest.onChange(target.checked)}
      >
        <span className="text-ink-2">{children}</span>
      </Checkbox>
      {error !== undefined && <FieldError>{error}</FieldError>}
    </div>
  )
}

/** The price, the balance afterwards, what has to be confirmed, and the button that sends. */
export function PriceCard({ quote, name }: { readonly quote: Quote; readonly name: string }) {
  const t = useText()
  const account = useAccount()
  const { sender, template } = useWizard()
  const { send, isRepeated } = useSend(quote, name)
  const [answers, setAnswers] = useState<Answers>({ consented: false, typed: '', repeats: false })
  const answer = (part: Partial<Answers>) => setAnswers((before) => ({ ...before, ...part }))
  const { recipients, plan, reason } = quote
  const isBlocked = recipients === 0 || reason !== null
  // One class of errors at a time: the questions come once it can be sent.
  const questions = isBlocked ? [] : questionsOf(quote, isRepeated)
  const errorTexts: Readonly<Record<Question, string>> = {
    consented: t('new.consentMissing'),
    repeats: t('new.repeatMissing'),
    typed: t('new.typedWrong', { number: formatNumber(recipients) }),
  }
  const check = (): FieldErrors =>
    Object.fromEntries(openQuestions(questions, answers, quote).map((question) => [question, errorTexts[question]]))
  const company = template?.signature?.name ?? sender?.name ?? accountName(account)
  return (
    <div className="divide-y divide-line rounded-lg border border-line bg-raised lg:sticky lg:top-20">
      <Figures quote={quote} />
      <Form check={check} submit={() => send(answers)} onError={showError} className="grid gap-4 p-4 sm:p-6">
        <Shortfall quote={quote} />
        {questions.includes('repeats') && (
          <Note tone="warn">
            {quote.repeats === null ? (
              t('new.repeats')
            ) : (
              <>
                {t('new.repeatsOf')}{' '}
                <Link to={broadcastPath(quote.repeats.id)} className="text-link">
                  {quote.repeats.name}
                </Link>
              </>
            )}
          </Note>
        )}
        {questions.includes('repeats') && (
          <Confirming name="repeats" checked={answers.repeats} onChange={(repeats) => answer({ repeats })}>
            {t('new.repeatAnyway')}
          </Confirming>
        )}
        {questions.includes('consented') && (
          <Confirming name="consented" checked={answers.consented} onChange={(consented) => answer({ consented })}>
            {t('new.consent', { company })}
          </Confirming>
        )}
        {questions.includes('typed') && (
          <TextField
            name="typed"
            label={t('new.typeNumber', { number: formatNumber(recipients) })}
            hint={t('new.typeHint')}
            value={answers.typed}
            onChange={({ target }) => answer({ typed: target.value })}
            inputMode="numeric"
            autoComplete="off"
          />
        )}
        <SubmitButton
          unlessSuspended
          disabled={isBlocked}
          busyLabel={t(plan.time === 'now' ? 'new.sending' : 'new.scheduling')}
        >
          {t(plan.time === 'now' ? 'new.sendTo' : 'new.scheduleFor', { count: recipients })}
        </SubmitButton>
        <p className="text-center text-xs text-ink-3">{t('new.stoppable')}</p>
      </Form>
    </div>
  )
}
