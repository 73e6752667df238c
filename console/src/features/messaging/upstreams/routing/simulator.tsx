import type { SimulatedMessage, Simulation } from '@hongyan/contract/endpoints/messaging/routing'
import type { CredentialId, SignatureId } from '@hongyan/contract/ids'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { useEffect, useState } from 'react'
import { useAccount } from '../../../../api/account.ts'
import { useText } from '../../../../i18n/text.ts'
import { internationalPhone, withoutPunctuation } from '../../../../lib/phone.ts'
import { CountryChip } from '../../../../ui/country-chip.tsx'
import { cx } from '../../../../ui/cx.ts'
import { TextField } from '../../../../ui/field.tsx'
import { Select } from '../../../../ui/select.tsx'
import type { Rules } from './draft.ts'
import type { Named, Names, Records } from './names.ts'
import { useSimulation } from './queries.ts'
import { scenes, sceneText } from './sentence.ts'
import { SimulationResult, useMatchedText } from './simulation-result.tsx'

/** Milliseconds without a key press after which a typed number is simulated. */
const PAUSE_MILLIS = 300
/** The fewest digits of a number with its calling code. */
const FEWEST_DIGITS = 8

const NONE = 'none'

type Choices = Omit<SimulatedMessage, 'to' | 'rules'>

const firstChoices: Choices = { scene: MessageScene.Notification, signature: null, template: null, credential: null }

/** The value once it has not changed for a pause. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MILLIS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** The typed number in E.164; null while it is too short. */
function useNumber(typed: string): string | null {
  const { partition } = useAccount()
  const digits = withoutPunctuation(typed.normalize('NFKC'))
  const number = digits === '' ? '' : internationalPhone(digits, partition)
  return number.length > FEWEST_DIGITS ? number.slice(0, 32) : null
}

interface ChoiceFieldsProps {
  choices: Choices
  set: (part: Partial<Choices>) => void
  records: Records
  /** True where a rule depends on the credential. */
  hasKeys: boolean
}

const orNone = (title: string, records: readonly Named[]): readonly Named[] => [{ value: NONE, title }, ...records]

function ChoiceFields({ choices, set, records, hasKeys }: ChoiceFieldsProps) {
  const t = useText()
  const given = (value: string) => (value === NONE ? null : value)
  /** A template decides the scene of its messages. */
  const chooseTemplate = (value: string) => {
    const scene = records.templates.find((template) => template.value === value)?.scene ?? choices.scene
    set({ template: given(value), scene })
  }
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Select
          label={t('routing.scene')}
          options={scenes.map((scene) => ({ value: String(scene), title: sceneText(scene) }))}
          value={String(choices.scene)}
          onChange={(value) => set({ scene: scenes.find((scene) => String(scene) === value) ?? choices.scene })}
          className="min-w-0"
        />
        <Select
          label={t('routing.sender')}
          options={orNone(t('routing.noSender'), records.signatures)}
          value={choices.signature ?? NONE}
          onChange={(value) => set({ signature: given(value) as SignatureId | null })} // an option's value
          onNear={() => records.want('signatures')}
          className="min-w-0"
        />
      </div>
      <Select
        label={t('routing.template')}
        options={orNone(t('routing.freeText'), records.templates)}
        value={choices.template ?? NONE}
        onChange={chooseTemplate}
        onNear={() => records.want('templates')}
        className="min-w-0"
      />
      {hasKeys && (
        <Select
          label={t('routing.key')}
          options={orNone(t('routing.anyKey'), records.credentials)}
          value={choices.credential ?? NONE}
          onChange={(value) => set({ credential: given(value) as CredentialId | null })} // an option's value
          className="min-w-0"
        />
      )}
    </>
  )
}

interface SimulatorProps {
  rules: Rules
  /** The version of the stored draft: each save simulates anew. */
  version: number
  names: Names
  records: Records
  onResult: (simulation: Simulation | null) => void
}

/** Shows the rule and the channels that would carry an imagined message, and why not the others. */
export function Simulator({ rules, version, names, records, onResult }: SimulatorProps) {
  const t = useText()
  const matchedText = useMatchedText()
  const [typed, setTyped] = useState('')
  const [choices, setChoices] = useState(firstChoices)
  const number = useSettled(useNumber(typed))
  const message = number === null ? null : { to: number, ...choices }
  const { simulation, problem, refreshing } = useSimulation(message, version)
  useEffect(() => onResult(simulation), [simulation, onResult])
  return (
    <section aria-labelledby="simulator" className="rounded-lg border border-line bg-raised">
      <div className="grid gap-4 p-4 sm:p-5">
        <h2 id="simulator" tabIndex={-1} className="font-semibold outline-none">
          {t('routing.simulator')}
        </h2>
        <TextField
          label={t('routing.number')}
          placeholder={t('routing.numberPlaceholder')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={problem ?? undefined}
          trailing={simulation && <CountryChip>{simulation.country}</CountryChip>}
          type="tel"
          autoComplete="off"
          maxLength={40}
        />
        <ChoiceFields
          choices={choices}
          set={(part) => setChoices((before) => ({ ...before, ...part }))}
          records={records}
          hasKeys={rules.some(({ match }) => match.credentials.length > 0)}
        />
      </div>
      <p role="status" className="sr-only">
        {simulation && matchedText(simulation, rules)}
      </p>
      <div aria-busy={refreshing} className={cx(refreshing && 'opacity-60')}>
        {simulation ? (
          <SimulationResult simulation={simulation} choices={choices} rules={rules} names={names} />
        ) : (
          <p className="border-t border-line px-4 py-4 text-sm text-ink-3 sm:px-5">{t('routing.simulatorText')}</p>
        )}
      </div>
    </section>
  )
}
