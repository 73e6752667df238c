import type { Submission, Verification } from '@hongyan/contract/endpoints/account/verification'
import { code as codeRule } from '@hongyan/contract/limits/account'
import { fieldsOf } from '@hongyan/contract/verification/forms'
import { ruleText } from '@hongyan/contract/rules'
import type { VerificationField, VerificationType } from '@hongyan/contract/vocabulary/verification'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { api } from '../../../api/api.ts'
import { useCodeToken } from '../../../api/use-code-token.ts'
import { regionsQuery } from '../../../api/regions.ts'
import type { TextId } from '../../../i18n/ids.ts'
import { formatDate, t as textNow, useLocale, useText } from '../../../i18n/text.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { RadioCards } from '../../../ui/choice.tsx'
import { Form, SubmitButton, type FieldErrors, type FormValues } from '../../../ui/form.tsx'
import { showError } from '../../../ui/show-error.ts'
import { toast } from '../../../ui/toasts.ts'
import { beginningOf, initialOf } from './beginning.ts'
import { FieldInput } from './field-input.tsx'
import { SCENE, unprovedPhone } from './phone-proof.ts'
import { storeVerification } from './queries.ts'
import { isRejected } from './status-card.tsx'
import { messageOf, messagesOf, refusedFields, typedValues } from './typed.ts'
import { useDraft } from './use-draft.ts'

/** The parts of the form, each with its fields in order. */
const parts: readonly { readonly title: TextId; readonly fields: readonly VerificationField[] }[] = [
  {
    title: 'verification.organisation',
    fields: ['name', 'uscc', 'country', 'registration_number', 'industry', 'website', 'address', 'licence'],
  },
  {
    title: 'verification.representation',
    fields: [
      'legal_representative',
      'representative',
      'id_number',
      'id_expires_on',
      'id_document',
      'id_front',
      'id_back',
    ],
  },
  { title: 'verification.operator', fields: ['operator_name', 'operator_phone', 'authorisation'] },
  { title: 'verification.sending', fields: ['use_case', 'monthly_volume', 'countries'] },
]

interface VerificationFormProps {
  of: Verification
  /** The rejected submission that the form repairs; null for a new one. */
  repaired: Submission | null
  onClose: () => void
}

const reasonsOf = (error: unknown): Submission['reasons'] | null => {
  if (!(error instanceof ApiError) || typeof error.details !== 'object' || error.details === null) return null
  return 'reasons' in error.details ? (error.details.reasons as Submission['reasons']) : null // the contract's details
}

/** The form of a submission: its type, its fields by part, and a draft that is saved while it is typed. */
export function VerificationForm({ of: verification, repaired, onClose }: VerificationFormProps) {
  const t = useText()
  const [type, setType] = useState(repaired?.type ?? verification.draft?.type ?? verification.types[0] ?? 'business')
  const choices = verification.types.map((value) => ({
    value,
    title: t(`verification.${value}`),
    text: t(`verification.${value}Text`),
  }))
  return (
    <div className="grid max-w-[824px] gap-8">
      {repaired === null && (
        <RadioCards
          legend={t('verification.type')}
          name="type"
          choices={choices}
          value={type}
          onChange={(value) => setType(verification.types.find((each) => each === value) ?? type)}
        />
      )}
      <TypedForm key={type} type={type} verification={verification} repaired={repaired} onClose={onClose} />
    </div>
  )
}

interface TypedFormProps {
  type: VerificationType
  verification: Verification
  repaired: Submission | null
  onClose: () => void
}

function TypedForm({ type, verification, repaired, onClose }: TypedFormProps) {
  const t = useText()
  const locale = useLocale()
  const frame = useRef<HTMLDivElement>(null)
  const { tokenOf, discard } = useCodeToken()
  const { savedAt, end: endDraft } = useDraft(frame, type)
  const { data: regions } = useQuery(regionsQuery)
  const [beginning] = useState(() => beginningOf(verification, repaired, type))
  const [phone, setPhone] = useState(() => initialOf(beginning, 'operator_phone'))
  const initialErrors = useMemo(
    () => (repaired !== null && isRejected(repaired) ? messagesOf(repaired.reasons, locale) : {}),
    [repaired, locale],
  )
  const isCountry = (iso2: string) => regions?.some((region) => region.iso2 === iso2) ?? true
  const unproved = unprovedPhone(phone, verification.phone)

  function check(typed: FormValues): FieldErrors {
    const refused = refusedFields(type, typedValues(type, typed), beginning.kept, {
      today: verification.today,
      isCountry,
    })
    const errors = Object.fromEntries(refused.map((reason) => [reason.field, messageOf(reason, locale)]))
    const { code = '' } = typed
    if (unproved === null || codeRule.pattern.test(code)) return errors
    return { ...errors, code: ruleText(code === '' ? 'code_required' : 'code', locale) }
  }

  async function submit(typed: FormValues) {
    const { countries, ...values } = typedValues(type, typed)
    const proof =
      unproved === null
        ? {}
        : { phone_token: await tokenOf({ scene: SCENE, phone: unproved, code: typed['code'] ?? '' }) }
    const body = { ...values, ...(countries === undefined ? {} : { countries: [...countries] }), ...proof }
    const result =
      repaired === null
        ? await api.verification.submit({ body: { type, ...body } })
        : await api.verification.resubmit({ params: { id: repaired.id }, body: { version: repaired.version, ...body } })
    endDraft()
    storeVerification(result)
    onClose()
    if (result.current === null || !isRejected(result.current)) toast('ok', textNow('verification.submitted'))
  }

  function failed(error: unknown) {
    if (error instanceof ApiError && error.code === 'invalid_token') discard()
    showError(error)
  }

  const own = new Set(fieldsOf(type))
  return (
    <div ref={frame}>
      <Form
        check={check}
        submit={submit}
        initialErrors={initialErrors}
        errorsOf={(error) => {
          const reasons = reasonsOf(error)
          return reasons === null ? null : messagesOf(reasons, locale)
        }}
        onError={failed}
        className="grid gap-8"
      >
        {parts.map(({ title, fields }) => {
          const shown = fields.filter((field) => own.has(field))
          if (shown.length === 0) return null
          const id = `part-${title.replace('.', '-')}`
          return (
            <section key={title} aria-labelledby={id} className="grid gap-4">
              <h2 id={id} className="font-semibold">
                {t(type === 'individual' ? 'verification.person' : title)}
              </h2>
              <div className="grid items-start gap-4 sm:grid-cols-2">
                {shown.map((field) => (
                  <FieldInput
                    key={field}
                    field={field}
                    type={type}
                    beginning={beginning}
                    verification={verification}
                    onPhone={setPhone}
                  />
                ))}
              </div>
            </section>
          )
        })}
        <div className="grid gap-3 border-t border-line pt-4">
          <p className="text-sm text-ink-3">{t('verification.privacy')}</p>
          <div className="flex flex-wrap items-center gap-3 max-sm:*:w-full">
            <SubmitButton busyLabel={t('verification.submitting')}>{t('verification.submit')}</SubmitButton>
            <Button onClick={onClose}>{t('ui.cancel')}</Button>
            <p role="status" className="text-sm text-ink-3">
              {savedAt === null
                ? t('verification.left', { left: verification.submissions_left })
                : t('verification.saved', { time: formatDate(savedAt, { hour: '2-digit', minute: '2-digit' }) })}
            </p>
          </div>
        </div>
      </Form>
    </div>
  )
}
