import { templates as limits } from '@hongyan/contract/limits/senders'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { industries } from '@hongyan/contract/vocabulary/review'
import type { TemplateField } from '@hongyan/contract/vocabulary/template'
import type { ReactNode } from 'react'
import { useText } from '../../../../i18n/text.ts'
import { TextField } from '../../../../ui/field.tsx'
import { useFieldError } from '../../../../ui/form.tsx'
import { Select } from '../../../../ui/select.tsx'
import { textOfFinding } from '../../../../ui/review/finding-lines.tsx'
import { TextArea } from '../../../../ui/text-area.tsx'
import { languages, sceneLabels, scenes, useLanguageName } from '../labels.ts'
import { FieldFindings } from './field-findings.tsx'
import { useTemplateForm } from './form-context.ts'

/** The first error of a text field, which stands in its own place. */
function useOwnError(field: TemplateField): string | undefined {
  const { shown } = useTemplateForm()
  const refusal = useFieldError(field)
  const error = shown(field).find(({ severity }) => severity === 'error')
  return error === undefined ? refusal : textOfFinding(error)
}

function Name() {
  const t = useText()
  const { form, change } = useTemplateForm()
  const error = useOwnError('name')
  return (
    <TextField
      label={t('templates.name')}
      name="name"
      value={form.name}
      autoComplete="off"
      hint={t('templates.nameHint')}
      {...(error !== undefined && { error })}
      onChange={({ target }) => change({ name: target.value })}
    />
  )
}

function Code() {
  const t = useText()
  const { form, change } = useTemplateForm()
  const error = useOwnError('code')
  return (
    <TextField
      label={t('templates.code')}
      name="code"
      value={form.code}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="order_shipped"
      className="font-mono text-xs"
      hint={t('templates.codeHint')}
      {...(error !== undefined && { error })}
      onChange={({ target }) => change({ code: target.value })}
    />
  )
}

function Scene() {
  const t = useText()
  const { form, change } = useTemplateForm()
  return (
    <div className="grid gap-1.5">
      <Select
        label={t('templates.scene')}
        name="scene"
        options={scenes.map((scene) => ({ value: String(scene), title: t(sceneLabels[scene]) }))}
        value={String(form.scene)}
        onChange={(value) =>
          change({ scene: scenes.find((scene) => String(scene) === value) ?? MessageScene.Notification })
        }
      />
      <FieldFindings field="scene" />
    </div>
  )
}

function Language() {
  const t = useText()
  const { form, change } = useTemplateForm()
  const nameOf = useLanguageName()
  const known: readonly string[] = languages
  const offered = known.includes(form.language) ? known : [...known, form.language]
  return (
    <div className="grid gap-1.5">
      <Select
        label={t('templates.language')}
        name="language"
        options={offered.map((tag) => ({ value: tag, title: nameOf(tag) }))}
        value={form.language}
        onChange={(language) => change({ language })}
      />
      <FieldFindings field="language" />
    </div>
  )
}

const ANY = 'any'

function SenderField() {
  const t = useText()
  const { form, change, senders, sender } = useTemplateForm()
  const offered = sender === undefined || senders.includes(sender) ? senders : [...senders, sender]
  return (
    <div className="grid gap-1.5">
      <Select
        label={t('templates.sender')}
        name="signature_id"
        options={[
          { value: ANY, title: t('templates.anyApproved') },
          ...offered.map(({ id, name }) => ({ value: id as string, title: name })),
        ]}
        value={form.signature_id ?? ANY}
        onChange={(value) => change({ signature_id: value === ANY ? null : value })}
      />
      <FieldFindings field="signature_id" />
    </div>
  )
}

function Industry() {
  const t = useText()
  const { form, change } = useTemplateForm()
  return (
    <div className="grid gap-1.5">
      <Select
        label={t('templates.industry')}
        name="industry"
        options={industries.map((industry) => ({ value: industry, title: t(`review.${industry}`) }))}
        value={form.industry}
        onChange={(industry) => change({ industry })}
      />
      <FieldFindings field="industry" />
    </div>
  )
}

function UsageNote() {
  const t = useText()
  const { form, change } = useTemplateForm()
  const refused = useOwnError('usage_note') !== undefined
  return (
    <div className="grid gap-1.5">
      <TextArea
        label={t('templates.usageNote')}
        name="usage_note"
        rows={3}
        value={form.usage_note}
        hint={t('templates.usageNoteHint', { count: limits.unexplainedVariables })}
        aria-invalid={refused || undefined}
        onChange={({ target }) => change({ usage_note: target.value })}
      />
      <FieldFindings field="usage_note" />
    </div>
  )
}

interface FactFieldsProps {
  part: 'first' | 'last'
  /** Wraps a field, so that its errors wait until it is left. */
  leavable: (field: TemplateField, children: ReactNode) => ReactNode
}

/** The fields before the content and after it. */
export function FactFields({ part, leavable }: FactFieldsProps) {
  if (part === 'last') return leavable('usage_note', <UsageNote />)
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {leavable('name', <Name />)}
      {leavable('code', <Code />)}
      {leavable('scene', <Scene />)}
      {leavable('language', <Language />)}
      {leavable('signature_id', <SenderField />)}
      {leavable('industry', <Industry />)}
    </div>
  )
}
