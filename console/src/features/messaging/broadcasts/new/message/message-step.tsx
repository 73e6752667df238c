import type { Quote } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { useEffect, useState } from 'react'
import { useAccount } from '../../../../../api/account.ts'
import { formatNumber, useText } from '../../../../../i18n/text.ts'
import { helpPath } from '../../../../../lib/help-path.ts'
import { Card } from '../../../../../ui/card.tsx'
import { TextField } from '../../../../../ui/field.tsx'
import { ErrorHelp, HelpLink } from '../../../../../ui/help-link.tsx'
import { Note } from '../../../../../ui/note.tsx'
import { acceptedBadOf } from '../draft.ts'
import { ReasonNote } from '../reason-note.tsx'
import { stepOfReason } from '../reason.ts'
import { StepFoot, StepHeading, StepLayout } from '../step-frame.tsx'
import { useWizard } from '../wizard.ts'
import { ContentFields } from './content-fields.tsx'
import { Preview } from './preview.tsx'
import { SenderField } from './sender-field.tsx'
import { VariableFields } from './variable-fields.tsx'

const BAD_REASONS: ReadonlySet<string> = new Set(['value_missing', 'value_invalid', 'text_too_long'])

const badRows = (quote: Quote | null): number =>
  (quote?.left_out ?? [])
    .filter(({ reason }) => BAD_REASONS.has(reason))
    .reduce((sum, { recipients }) => sum + recipients, 0)

/** The share of rows with bad values that may be left out, once there are any. */
function BadRows() {
  const t = useText()
  const { draft, change, quote, audience } = useWizard()
  const bad = badRows(quote.shown)
  if (bad === 0 && draft.acceptedBad === '0') return null
  const rows = audience?.counts.valid ?? 0
  const share = formatNumber(rows === 0 ? 0 : bad / rows, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <div className="grid gap-3 rounded-md border border-line bg-well p-4">
      {bad > 0 && <p className="text-sm text-ink-2">{t('new.badRows', { count: bad, share })}</p>}
      <div className="max-w-60">
        <TextField
          label={t('new.acceptedBad')}
          hint={t('new.acceptedBadHint')}
          error={acceptedBadOf(draft) === null ? t('new.percentage') : undefined}
          value={draft.acceptedBad}
          onChange={({ target }) => change({ acceptedBad: target.value })}
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          trailing={<span className="text-ink-3">%</span>}
        />
      </div>
    </div>
  )
}

/** The first field that has to be filled in before the next step. */
const MISSING = '[data-missing] button, [data-missing] input, textarea[aria-invalid=true], input[aria-invalid=true]'

/** The second step: sender ID, template or text, and the values of its variables. */
export function MessageStep() {
  const t = useText()
  const { sandbox } = useAccount()
  const { message, scene, quote, open } = useWizard()
  const [tries, setTries] = useState(0)
  const isClosed = scene === MessageScene.Marketing && !sandbox
  const reason = quote.quote?.reason ?? null
  const ownReason = reason !== null && stepOfReason(reason.code) === 'message' ? reason : null
  const isOpen = message !== null && !isClosed && ownReason === null
  const next = () => {
    if (isOpen) return open('when')
    setTries(tries + 1)
  }
  useEffect(() => {
    if (tries === 0) return
    document.querySelector<HTMLElement>(MISSING)?.focus()
    document.querySelector('main [role=alert]')?.scrollIntoView({ block: 'nearest' })
  }, [tries])
  return (
    <StepLayout
      aside={<Preview />}
      foot={<StepFoot onBack={() => open('recipients')} onNext={next} next={t('new.toWhen')} />}
    >
      <Card className="grid grid-cols-1 gap-5">
        <StepHeading title={t('new.messageTitle')} />
        <ContentFields showsErrors={tries > 0} />
        {isClosed && (
          <Note tone="bad" announced title={t('new.marketingClosed')}>
            {t('new.marketingClosedText')} <HelpLink href={helpPath({ code: 'marketing_closed' })} />
          </Note>
        )}
        <SenderField />
        <VariableFields showsErrors={tries > 0} />
        <BadRows />
        {ownReason && !isClosed && <ReasonNote reason={ownReason} />}
        {quote.error instanceof Error && (
          <Note tone="bad" announced>
            {quote.error.message} <ErrorHelp error={quote.error} />
          </Note>
        )}
      </Card>
    </StepLayout>
  )
}
