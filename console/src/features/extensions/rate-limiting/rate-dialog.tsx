import { ruleText } from '@hongyan/contract/rules'
import { currentLocale, formatNumber, useText } from '../../../i18n/text.ts'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { type FieldErrors, Form, type FormValues, SubmitButton } from '../../../ui/form.tsx'
import { showError } from '../../../ui/show-error.ts'
import { brokenCap, readCount } from './draft.ts'

interface RateDialogProps {
  value: number | null
  /** The account's own rate; 0 for none. */
  own: number
  onDone: (value: number) => void
  onClose: () => void
}

const valueOf = ({ limit = '' }: FormValues): number => readCount(limit) ?? Number.NaN

/** The form of the account's rate. */
export default function RateDialog({ value, own, onDone, onClose }: RateDialogProps) {
  const t = useText()
  const check = (values: FormValues): FieldErrors => {
    const broken = brokenCap(valueOf(values), 'cap_second')
    return broken === null ? {} : { limit: ruleText(broken, currentLocale()) }
  }
  return (
    <Dialog title={t('rate-limiting.perSecond')} open onClose={onClose} held="typed">
      <Form check={check} submit={async (values) => onDone(valueOf(values))} onError={showError}>
        <DialogBody>
          <p className="text-sm text-ink-2">{t('rate-limiting.rateText')}</p>
          <TextField
            name="limit"
            label={t('rate-limiting.perSecond')}
            hint={own === 0 ? t('rate-limiting.noOwnRate') : t('rate-limiting.ownRate', { number: formatNumber(own) })}
            defaultValue={value ?? ''}
            inputMode="numeric"
            autoComplete="off"
            autoFocus
          />
        </DialogBody>
        <DialogFoot onCancel={onClose}>
          <SubmitButton>{t('rate-limiting.apply')}</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
