import type { PaymentMethod } from '@hongyan/contract/endpoints/finance/payment-methods'
import { decimalOf } from '@hongyan/contract/money'
import { useState, type ReactNode } from 'react'
import { useAccount } from '../../../../api/account.ts'
import { api } from '../../../../api/api.ts'
import { queryClient } from '../../../../api/query-client.ts'
import { reloadIfDue } from '../../../../api/reload-account.ts'
import { t as textNow, useText } from '../../../../i18n/text.ts'
import { PaymentBlockNote } from '../../../../shell/payment-block/payment-block-note.tsx'
import { Checkbox, Switch } from '../../../../ui/choice.tsx'
import { FieldError } from '../../../../ui/field.tsx'
import { Form, SubmitButton, useFieldError, type FieldErrors } from '../../../../ui/form.tsx'
import { Note } from '../../../../ui/note.tsx'
import { showError } from '../../../../ui/show-error.ts'
import { toast } from '../../../../ui/toasts.ts'
import { moneyText, wireAmount } from '../amount.ts'
import { balanceNow } from '../orders.ts'
import { cardName } from './card-name.ts'
import { LimitFields } from './limit-fields.tsx'
import { keepSettings } from './queries.ts'
import { reloadUntilCharged } from './reload-until-charged.ts'
import { chargesAtOnce, isConfirmed, isSame, missedRanges, type RechargeDraft } from './rules.ts'
import type { RechargeDraftForm } from './use-recharge-draft.ts'

function rangeErrors({ draft, currency }: RechargeDraftForm): FieldErrors {
  const missed = Object.entries(missedRanges(draft, currency))
  const messages = missed.map(([name, { min, max }]) => [
    name,
    textNow('top-up.outOfRange', { min: moneyText(min, currency), max: moneyText(max, currency) }),
  ])
  return Object.fromEntries(messages)
}

/** The body of the call: only the switch where it is off (ruling 7). */
function bodyOf({ enable, below, topup, agreed }: RechargeDraft, chosen: PaymentMethod | null) {
  if (!enable || below === null || topup === null || chosen === null) return { enable: false }
  return { enable, below: wireAmount(below), topup: wireAmount(topup), pm_id: chosen.id, agreed }
}

/** The second line of the toast: what the settings now do. */
function settingsSummary({ below, topup, enable, chosen, currency }: RechargeDraftForm): string {
  if (!enable || below === null || topup === null || chosen === null) return textNow('auto-recharge.setOff')
  const shown = { below: moneyText(decimalOf(below), currency), topup: moneyText(decimalOf(topup), currency) }
  return textNow('auto-recharge.setOn', { ...shown, card: cardName(chosen) })
}

function EnableSwitch({ form }: { form: RechargeDraftForm }) {
  const t = useText()
  return (
    <div className="flex items-start justify-between gap-6">
      <div>
        <h2 id="recharge" className="font-semibold">
          {t('auto-recharge.title')}
        </h2>
        <p id="recharge-text" className="text-sm text-ink-3">
          {t('auto-recharge.text')}
        </p>
      </div>
      <Switch
        aria-labelledby="recharge"
        aria-describedby="recharge-text"
        checked={form.enable}
        onChange={({ target }) => form.switchTo(target.checked)}
      >
        {null}
      </Switch>
    </div>
  )
}

function Agreement({ form }: { form: RechargeDraftForm }) {
  const t = useText()
  const error = useFieldError('agreed')
  return (
    <div className="grid gap-1.5">
      <Checkbox
        name="agreed"
        checked={form.agreed}
        onChange={({ target }) => form.agree(target.checked)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : 'agreed-under'}
      >
        <span className="text-ink-2">{t('auto-recharge.agree')}</span>
      </Checkbox>
      {error !== undefined && <FieldError id="agreed-under">{error}</FieldError>}
    </div>
  )
}

interface ChargeNoteProps {
  form: RechargeDraftForm
  /** True where the customer has pressed Save and is asked to confirm these values. */
  asks: boolean
}

/** Says before saving that the card is charged at once. */
function ChargeNote({ form: { below, topup, currency }, asks }: ChargeNoteProps) {
  const t = useText()
  if (below === null || topup === null) return null
  const shown = { below: moneyText(decimalOf(below), currency), topup: moneyText(decimalOf(topup), currency) }
  return (
    <Note tone="warn" announced={asks}>
      {t(asks ? 'auto-recharge.chargesNowAgain' : 'auto-recharge.chargesNow', shown)}
    </Note>
  )
}

const cardsOnly = ['stripe'] as const

interface RechargeFormProps {
  form: RechargeDraftForm
  /** True where auto-recharge is saved as on. */
  wasOn: boolean
  /** The list of cards. */
  children: ReactNode
}

/** Switch, amounts, card and agreement (specification section 2, "Auto-recharge tab"). */
export function RechargeForm({ form, wasOn, children }: RechargeFormProps) {
  const t = useText()
  const { balance_amount: balance } = useAccount()
  const isChargedNow = form.isReady && chargesAtOnce(form.draft, balance)
  /** The values that the customer was asked to confirm. */
  const [asked, setAsked] = useState<RechargeDraft | null>(null)
  const asks = asked !== null && isSame(asked, form.draft)

  async function submit() {
    await reloadIfDue(queryClient)
    const before = balanceNow()
    const charges = chargesAtOnce(form.draft, before)
    const mustAsk = charges && !isConfirmed(form.draft, isChargedNow, asked)
    setAsked(mustAsk ? form.draft : null)
    if (mustAsk) return
    keepSettings(await api.autoRecharge.set({ body: bodyOf(form.draft, form.chosen) }))
    if (charges) void reloadUntilCharged(before)
    toast('ok', textNow('auto-recharge.set'), settingsSummary(form))
    form.saved()
  }

  return (
    <Form
      check={() => rangeErrors(form)}
      submit={submit}
      onError={showError}
      className="divide-y divide-line rounded-lg border border-line bg-raised *:p-4 sm:*:p-6"
    >
      <div className="grid grid-cols-1 gap-4">
        <EnableSwitch form={form} />
        <PaymentBlockNote offered={cardsOnly} />
      </div>
      <LimitFields form={form} />
      <div className="grid grid-cols-1 gap-6">
        {children}
        <Agreement form={form} />
        {isChargedNow && <ChargeNote key={String(asks)} form={form} asks={asks} />}
        <div>
          <SubmitButton
            unlessSuspended={form.enable}
            disabled={!form.isReady}
            busyLabel={t('auto-recharge.saving')}
            className="max-sm:w-full"
          >
            {t(!form.enable && wasOn ? 'auto-recharge.switchOff' : 'auto-recharge.save')}
          </SubmitButton>
        </div>
      </div>
    </Form>
  )
}
