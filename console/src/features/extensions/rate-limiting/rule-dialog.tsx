import { rateLimiting as limits } from '@hongyan/contract/limits/rate-limiting'
import { ruleText } from '@hongyan/contract/rules'
import { rateScopes } from '@hongyan/contract/vocabulary/rate-limiting'
import { useId, useState } from 'react'
import { currentLocale, formatNumber, useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { RadioCards } from '../../../ui/choice.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { FieldError, TextField } from '../../../ui/field.tsx'
import { type FieldErrors, Form, SubmitButton, useClearError, useFieldError } from '../../../ui/form.tsx'
import { Select } from '../../../ui/select.tsx'
import { showError } from '../../../ui/show-error.ts'
import { brokenRules, type DraftRule, type Preset, presetRules, presets, readCount } from './draft.ts'
import { actionChoices, presetTitles, scenes, sceneText, scopeTitles } from './labels.ts'

const fields = [
  { name: 'per_minute', title: 'rate-limiting.perMinute', most: limits.most.minute },
  { name: 'per_hour', title: 'rate-limiting.perHour', most: limits.most.hour },
  { name: 'per_day', title: 'rate-limiting.perDay', most: limits.most.day },
] as const

type Choices = Pick<DraftRule, 'scope' | 'scene' | 'action'>

interface ChoiceProps {
  choices: Choices
  set: (part: Partial<Choices>) => void
}

const ANY = 'any'

/** The scene of the counted messages, with the message of a refused one below. */
function SceneField({ choices: { scene }, set }: ChoiceProps) {
  const t = useText()
  const error = useFieldError('scene')
  const clearError = useClearError()
  const options = [
    { value: ANY, title: sceneText(null) },
    ...scenes.map((each) => ({ value: String(each), title: sceneText(each) })),
  ]
  return (
    <div data-invalid={error !== undefined || undefined} tabIndex={-1}>
      <Select
        label={t('rate-limiting.scene')}
        options={options}
        value={scene === null ? ANY : String(scene)}
        onChange={(chosen) => {
          clearError('scene')
          set({ scene: scenes.find((each) => String(each) === chosen) ?? null })
        }}
        {...(error !== undefined && { invalid: true, hint: <FieldError>{error}</FieldError> })}
      />
    </div>
  )
}

function ScopeField({ choices: { scope }, set }: ChoiceProps) {
  const t = useText()
  const clearError = useClearError()
  return (
    <Select
      label={t('rate-limiting.scope')}
      options={rateScopes.map((value) => ({ value, title: t(scopeTitles[value]) }))}
      value={scope}
      onChange={(chosen) => {
        clearError('scene')
        set({ scope: chosen })
      }}
    />
  )
}

function PresetButtons({ onChoose }: { onChoose: (preset: Preset) => void }) {
  const t = useText()
  const id = useId()
  const clearError = useClearError()
  const choose = (preset: Preset) => {
    for (const name of ['scene', ...fields.map((field) => field.name)]) clearError(name)
    onChoose(preset)
  }
  return (
    <div role="group" aria-labelledby={id} className="flex flex-wrap items-center gap-2">
      <span id={id} className="text-sm text-ink-3">
        {t('rate-limiting.beginWith')}
      </span>
      {presets.map((preset) => (
        <Button key={preset} size="row" onClick={() => choose(preset)}>
          {t(presetTitles[preset])}
        </Button>
      ))}
    </div>
  )
}

type Typed = Readonly<Record<(typeof fields)[number]['name'], string>>

const typedOf = ({ per_minute: minute, per_hour: hour, per_day: day }: DraftRule): Typed => ({
  per_minute: String(minute ?? ''),
  per_hour: String(hour ?? ''),
  per_day: String(day ?? ''),
})

function LimitFields({ typed, onType }: { typed: Typed; onType: (typed: Typed) => void }) {
  const t = useText()
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{t('rate-limiting.limits')}</legend>
      <p className="mb-3 text-xs text-ink-3">{t('rate-limiting.limitsHint')}</p>
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-3">
        {fields.map(({ name, title, most }) => (
          <TextField
            key={name}
            name={name}
            label={t(title)}
            hint={t('rate-limiting.upTo', { most: formatNumber(most) })}
            placeholder={t('rate-limiting.noLimit')}
            value={typed[name]}
            onChange={({ target }) => onType({ ...typed, [name]: target.value })}
            inputMode="numeric"
            autoComplete="off"
          />
        ))}
      </div>
    </fieldset>
  )
}

interface RuleDialogProps {
  rule: DraftRule
  isNew: boolean
  onDone: (rule: DraftRule) => void
  onClose: () => void
}

/** The form of a rule. It changes the draft; the page saves it. */
export default function RuleDialog({ rule, isNew, onDone, onClose }: RuleDialogProps) {
  const t = useText()
  const [typed, setTyped] = useState(typedOf(rule))
  const [choices, setChoices] = useState<Choices>(rule)
  const set = (part: Partial<Choices>) => setChoices((before) => ({ ...before, ...part }))
  const made: DraftRule = {
    ...rule,
    ...choices,
    per_minute: readCount(typed.per_minute),
    per_hour: readCount(typed.per_hour),
    per_day: readCount(typed.per_day),
  }
  const check = (): FieldErrors =>
    Object.fromEntries(
      Object.entries(brokenRules(made)).map(([field, broken]) => [field, ruleText(broken, currentLocale())]),
    )
  const choose = (preset: Preset) => {
    setTyped(typedOf(presetRules[preset]))
    setChoices(presetRules[preset])
  }
  return (
    <Dialog
      title={t(isNew ? 'rate-limiting.addRule' : 'rate-limiting.editRule')}
      open
      onClose={onClose}
      wide
      held="typed"
    >
      <Form check={check} submit={async () => onDone(made)} onError={showError}>
        <DialogBody>
          {isNew && <PresetButtons onChoose={choose} />}
          <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
            <ScopeField choices={choices} set={set} />
            <SceneField choices={choices} set={set} />
          </div>
          <LimitFields typed={typed} onType={setTyped} />
          <RadioCards
            legend={t('rate-limiting.above')}
            name="action"
            choices={actionChoices()}
            value={choices.action}
            onChange={(chosen) => set({ action: chosen === 'drop' ? 'drop' : 'reject' })}
          />
        </DialogBody>
        <DialogFoot onCancel={onClose}>
          <SubmitButton>{t(isNew ? 'rate-limiting.add' : 'rate-limiting.apply')}</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
