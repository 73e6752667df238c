import type { SignatureDetail } from '@hongyan/contract/endpoints/messaging/signatures'
import type { Finding } from '@hongyan/contract/endpoints/messaging/senders'
import { neededEvidence } from '@hongyan/contract/senders/evidence'
import { Partition } from '@hongyan/contract/vocabulary/account'
import { industries } from '@hongyan/contract/vocabulary/review'
import { type SignatureField, signatureRegions, signatureUsages } from '@hongyan/contract/vocabulary/signature'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useAccount } from '../../../../api/account.ts'
import { api } from '../../../../api/api.ts'
import { useToday } from '../../../../api/use-today.ts'
import type { TextId } from '../../../../i18n/ids.ts'
import { t as textNow, useLocale, useText } from '../../../../i18n/text.ts'
import { ApiError } from '../../../../lib/api-error.ts'
import { paths } from '../../../../lib/paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { type FieldErrors, Form, SubmitButton } from '../../../../ui/form.tsx'
import { Note } from '../../../../ui/note.tsx'
import { FindingLines, type FindingTexts, textOfFinding } from '../../../../ui/review/finding-lines.tsx'
import { isRejected } from '../../../../ui/review/review-status.tsx'
import { useRules } from '../../../../ui/review/use-rules.ts'
import { showError } from '../../../../ui/show-error.ts'
import { TextArea } from '../../../../ui/text-area.tsx'
import { toast } from '../../../../ui/toasts.ts'
import { kinds, kindTitles, scenes, sceneTitles, shownName } from '../labels.ts'
import { reloadSignatures } from '../queries.ts'
import { CheckGroup } from '../../../../ui/check-group.tsx'
import { ChoiceField } from '../../../../ui/choice-field.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { type Draft, draftOf, formOf } from './draft.ts'
import { EvidenceField, type Files } from './evidence-field.tsx'

const NO_FILES: Files = []

const detailsOf = (error: unknown): object =>
  error instanceof ApiError && typeof error.details === 'object' && error.details !== null ? error.details : {}

/** The record that a conflict names. */
function currentOf(error: unknown): SignatureDetail | null {
  const details = detailsOf(error)
  return 'current' in details ? (details.current as SignatureDetail) : null // the contract's details
}

/** The messages of a form that the server's rules refuse. */
function refusalsOf(error: unknown, textOf: (finding: FindingTexts) => string): FieldErrors | null {
  const details = detailsOf(error)
  if (!('findings' in details)) return null
  const findings = details.findings as readonly Finding[] // the contract's details
  return Object.fromEntries(findings.map((finding) => [finding.field, textOf(finding)]))
}

function Part({ title, children }: { title: TextId; children: ReactNode }) {
  const t = useText()
  const id = `part-${title.replace('.', '-')}`
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="font-semibold">
        {t(title)}
      </h2>
      <div className="grid items-start gap-4 sm:grid-cols-2">{children}</div>
    </section>
  )
}

interface SignatureFormProps {
  beginning: Draft
  /** The rejected sender that the form repairs; null for a new one. */
  repaired: SignatureDetail | null
  at: SignatureField | undefined
  /** Shows the list again, with the sheet of a sender where one is named. */
  onClose: (open?: string) => void
}

/** Moves the focus to the first control of a field. */
function focusField(frame: HTMLElement | null, field: SignatureField): void {
  const place = frame?.querySelector<HTMLElement>(`[data-field=${field}]`)
  place?.scrollIntoView({ block: 'center' })
  place?.querySelector<HTMLElement>('input:not([type=hidden], [tabindex="-1"]), textarea, button')?.focus()
}

/** The form of a sender. The rules look at it while it is typed: hints show at once, errors once a field was left. */
export function SignatureForm({ beginning, repaired, at, onClose }: SignatureFormProps) {
  const t = useText()
  const locale = useLocale()
  const rules = useRules()
  const today = useToday()
  const { partition, realname_auth: isVerified } = useAccount()
  const frame = useRef<HTMLDivElement>(null)
  const [draft, setDraft] = useState(beginning)
  const [base, setBase] = useState(repaired)
  const [conflict, setConflict] = useState<SignatureDetail | null>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  // Counts the stored records that replaced typed values: each mounts the fields anew.
  const [taken, setTaken] = useState(0)

  useEffect(() => {
    if (at !== undefined) focusField(frame.current, at)
  }, [at])

  const form = formOf(draft)
  const findings = rules?.signatureFindings(form, { partition, today }, locale) ?? []
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const leave = (field: string) => setLeft((before) => new Set([...before, field]))
  const reasons = base !== null && isRejected(base.status) ? base.reasons : []

  const errorOf = (field: SignatureField): string | undefined => {
    const error = findings.find((each) => each.field === field && each.severity === 'error')
    return error && left.has(field) ? textOfFinding(error) : undefined
  }
  const advice = (field: SignatureField) => (
    <FindingLines findings={findings.filter((each) => each.field === field && each.severity !== 'error')} />
  )

  function check(): FieldErrors {
    const errors = findings.filter(({ severity }) => severity === 'error').toReversed()
    setLeft(new Set(errors.map(({ field }) => field)))
    return {
      ...(draft.industry === '' && { industry: textNow('signatures.industryMissing') }),
      ...Object.fromEntries(errors.map((each) => [each.field, textOfFinding(each)])),
    }
  }

  async function submit() {
    const stored =
      base === null
        ? await api.signatures.create({ body: form })
        : await api.signatures.resubmit({ params: { id: base.id }, body: { ...form, version: base.version } })
    await reloadSignatures()
    if (isRejected(stored.status)) toast('bad', textNow('signatures.autoRejected'))
    else toast('ok', textNow('signatures.submitted'))
    onClose(stored.id)
  }

  function failed(error: unknown) {
    const current = currentOf(error)
    if (current === null) return showError(error)
    setConflict(current)
  }

  function take(current: SignatureDetail) {
    setConflict(null)
    if (!isRejected(current.status)) {
      void reloadSignatures()
      return onClose(current.id)
    }
    setBase(current)
    setDraft(draftOf(current, true))
    setTaken(taken + 1)
  }

  function keep(current: SignatureDetail) {
    setConflict(null)
    setBase(current)
  }

  const text = (field: 'name' | 'purpose') => ({
    name: field,
    label: t(`signatures.${field}`),
    value: draft[field],
    error: errorOf(field),
    onChange: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => set({ [field]: target.value }),
    onBlur: () => leave(field),
  })
  const kindError = findings.find(({ field, severity }) => field === 'kind' && severity === 'error')
  const needsVerification = partition === Partition.Cn && !isVerified && draft.regions.includes('cn')
  const willReject = findings.some(({ severity }) => severity === 'rejection')

  return (
    <div ref={frame} className="max-w-[824px]">
      <Form
        key={taken}
        check={check}
        submit={submit}
        initialErrors={Object.fromEntries(reasons.map((reason) => [reason.field, textOfFinding(reason)]))}
        errorsOf={(error) => refusalsOf(error, textOfFinding)}
        onError={failed}
        className="grid gap-8"
      >
        <Part title="signatures.partName">
          <div data-field="name" className="grid gap-1.5">
            <TextField {...text('name')} hint={t('signatures.nameHint')} autoComplete="off" spellCheck={false} />
            {draft.name.trim() !== '' && (
              <p className="text-sm text-ink-2">
                {t('signatures.preview')} <span className="font-medium text-ink">{shownName(draft)}</span>
              </p>
            )}
            {advice('name')}
          </div>
          <div data-field="regions">
            <CheckGroup
              name="regions"
              legend={t('signatures.regions')}
              values={signatureRegions}
              title={(region) => t(`signatures.${region}Long`)}
              chosen={draft.regions}
              onChange={(regions) => set({ regions })}
            >
              {needsVerification && (
                <Note tone="warn">
                  {t('signatures.needsVerification')}{' '}
                  <Link to={paths.verification} className="text-link">
                    {t('signatures.verify')}
                  </Link>
                </Note>
              )}
            </CheckGroup>
          </div>
          <ChoiceField
            name="kind"
            label={t('signatures.kind')}
            options={kinds.map((kind) => ({ value: String(kind), title: t(kindTitles[kind]) }))}
            value={String(draft.kind)}
            error={kindError && textOfFinding(kindError)}
            onChange={(chosen) => set({ kind: kinds.find((kind) => String(kind) === chosen) ?? draft.kind })}
          >
            {advice('kind')}
          </ChoiceField>
          <ChoiceField
            name="industry"
            label={t('signatures.industry')}
            options={[
              { value: '', title: t('signatures.choose') },
              ...industries.map((industry) => ({ value: industry, title: t(`review.${industry}`) })),
            ]}
            value={draft.industry}
            onChange={(industry) => set({ industry })}
          >
            {advice('industry')}
          </ChoiceField>
        </Part>
        <Part title="signatures.partUse">
          <div data-field="scenes">
            <CheckGroup
              name="scenes"
              legend={t('signatures.scenes')}
              values={scenes}
              title={(scene) => t(sceneTitles[scene])}
              chosen={draft.scenes}
              onChange={(chosen) => set({ scenes: chosen })}
            >
              {advice('scenes')}
            </CheckGroup>
          </div>
          <ChoiceField
            name="usage"
            label={t('signatures.usage')}
            options={signatureUsages.map((usage) => ({ value: usage, title: t(`signatures.${usage}`) }))}
            value={draft.usage}
            onChange={(usage) => set({ usage })}
          />
          <div data-field="purpose" className="grid gap-1.5 sm:col-span-2">
            <TextArea {...text('purpose')} rows={3} hint={t('signatures.purposeHint')} />
            {advice('purpose')}
          </div>
        </Part>
        <Part title="signatures.partEvidence">
          {neededEvidence(draft).map((field) => (
            <div key={field} data-field={field} className="grid gap-1.5" onBlur={() => leave(field)}>
              <EvidenceField
                field={field}
                value={draft.evidence[field] ?? ''}
                files={base?.files ?? NO_FILES}
                error={errorOf(field)}
                onChange={(value) =>
                  setDraft((before) => ({ ...before, evidence: { ...before.evidence, [field]: value } }))
                }
              />
              {advice(field)}
            </div>
          ))}
        </Part>
        <div className="grid gap-4 border-t border-line pt-4">
          {conflict && (
            <ConflictNote
              typed={draft}
              current={conflict}
              onKeep={() => keep(conflict)}
              onTake={() => take(conflict)}
            />
          )}
          {willReject && <Note tone="warn">{t('signatures.willReject')}</Note>}
          <p className="text-sm text-ink-3">
            {t(draft.regions.includes('cn') ? 'signatures.nextMainland' : 'signatures.next')}
          </p>
          <div className="flex flex-wrap items-center gap-3 max-sm:*:w-full">
            <SubmitButton unlessSuspended busyLabel={t('signatures.submitting')}>
              {t('signatures.submit')}
            </SubmitButton>
            <Button onClick={() => onClose(base?.id)}>{t('ui.cancel')}</Button>
          </div>
        </div>
      </Form>
    </div>
  )
}
