import type { SignatureDetail } from '@hongyan/contract/endpoints/messaging/signatures'
import { type EvidenceField as Field, evidenceOfThirdParty } from '@hongyan/contract/vocabulary/signature'
import { useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { api } from '../../../api/api.ts'
import { useToday } from '../../../api/use-today.ts'
import { t as textNow, useLocale, useText } from '../../../i18n/text.ts'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { type FieldErrors, Form, SubmitButton } from '../../../ui/form.tsx'
import { Note } from '../../../ui/note.tsx'
import { FindingLines, textOfFinding } from '../../../ui/review/finding-lines.tsx'
import { signatureFindings } from '../../../ui/review/rules.ts'
import { showError } from '../../../ui/show-error.ts'
import { toast } from '../../../ui/toasts.ts'
import { draftOf, formOf } from './form/draft.ts'
import { EvidenceField } from './form/evidence-field.tsx'
import { dayOf } from './labels.ts'
import { reloadSignatures } from './queries.ts'

interface RenewDialogProps {
  detail: SignatureDetail
  onClose: () => void
}

const fields = ['authorisation', 'authorised_until'] as const
const isOfAuthorisation = ({ field }: { readonly field: string }): boolean =>
  evidenceOfThirdParty.some((each) => each === field)

/** Submits a new authorisation of a name that a client lent. The rules of the form look at it. */
export default function RenewDialog({ detail, onClose }: RenewDialogProps) {
  const t = useText()
  const locale = useLocale()
  const { partition } = useAccount()
  const today = useToday()
  const [typed, setTyped] = useState<Readonly<Record<(typeof fields)[number], string>>>({
    authorisation: '',
    authorised_until: '',
  })
  const { id, name, version } = detail
  const draft = draftOf(detail, true)
  const form = formOf({ ...draft, evidence: { ...draft.evidence, ...typed } })
  const findings = signatureFindings(form, { partition, today }, locale).filter(isOfAuthorisation)
  const check = (): FieldErrors =>
    Object.fromEntries(
      findings.filter(({ severity }) => severity === 'error').map((each) => [each.field, textOfFinding(each)]),
    )
  async function submit() {
    await api.signatures.renew({ params: { id }, body: { ...typed, version } })
    toast('ok', textNow('signatures.renewed'))
    onClose()
    await reloadSignatures()
  }
  const hints = (field: Field) => (
    <FindingLines findings={findings.filter((each) => each.field === field && each.severity === 'hint')} />
  )
  return (
    <Dialog title={t('signatures.renewOf', { name })} open onClose={onClose} held="typed">
      <Form check={check} submit={submit} onError={showError}>
        <DialogBody>
          <Note>{t('signatures.renewText', { day: dayOf(detail.evidence['authorised_until'] ?? '') })}</Note>
          {fields.map((field) => (
            <div key={field} className="grid gap-1.5">
              <EvidenceField
                field={field}
                value={typed[field]}
                files={[]}
                error={undefined}
                onChange={(value) => setTyped((before) => ({ ...before, [field]: value }))}
              />
              {hints(field)}
            </div>
          ))}
        </DialogBody>
        <DialogFoot onCancel={onClose}>
          <SubmitButton unlessSuspended busyLabel={t('signatures.submitting')}>
            {t('signatures.submit')}
          </SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
