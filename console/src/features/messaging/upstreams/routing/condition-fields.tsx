import { upstreams as limits } from '@hongyan/contract/limits/upstreams'
import { Plus, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useCountryList } from '../../../../api/use-countries.ts'
import { useText } from '../../../../i18n/text.ts'
import { buttonLooks, IconButton } from '../../../../ui/button.tsx'
import { CheckGroup } from '../../../../ui/check-group.tsx'
import { matchingCountries } from '../../../../ui/countries.ts'
import { TextField } from '../../../../ui/field.tsx'
import { useClearError } from '../../../../ui/form.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { MenuButton } from '../../../../ui/menu.tsx'
import type { Names, Records } from './names.ts'
import type { TypedRule } from './rule-form.ts'
import { scenes, sceneText } from './sentence.ts'
import { SeveralField } from './several-field.tsx'

const kinds = ['countries', 'prefixes', 'scenes', 'signatures', 'templates', 'credentials'] as const
type Kind = (typeof kinds)[number]

const titles = {
  countries: 'routing.country',
  prefixes: 'routing.prefix',
  scenes: 'routing.scene',
  signatures: 'routing.sender',
  templates: 'routing.template',
  credentials: 'routing.key',
} as const satisfies Record<Kind, string>

interface FieldsProps {
  typed: TypedRule
  set: (part: Partial<TypedRule>) => void
  records: Records
  names: Names
}

const isUsed = ({ match, prefixes }: TypedRule, kind: Kind): boolean =>
  kind === 'prefixes' ? prefixes !== '' : match[kind].length > 0

type FieldOf = (props: FieldsProps & { label: string }) => ReactNode

function Countries({ label, typed: { match }, set, names }: FieldsProps & { label: string }) {
  const { countries, loading } = useCountryList()
  return (
    <SeveralField
      label={label}
      options={countries}
      isLoading={loading}
      match={(text) => matchingCountries(countries, text)}
      nameOf={names.country}
      chosen={match.countries}
      most={limits.conditions}
      onChange={(chosen) => set({ match: { ...match, countries: [...chosen] } })}
    />
  )
}

function Prefixes({ label, typed, set }: FieldsProps & { label: string }) {
  const t = useText()
  return (
    <TextField
      name="prefixes"
      label={label}
      hint={t('routing.prefixHint')}
      placeholder="+6512"
      value={typed.prefixes}
      onChange={({ target }) => set({ prefixes: target.value })}
      inputMode="tel"
      autoComplete="off"
    />
  )
}

function Scenes({ label, typed: { match }, set }: FieldsProps & { label: string }) {
  return (
    <CheckGroup
      name="scenes"
      legend={label}
      values={scenes}
      title={sceneText}
      chosen={match.scenes}
      onChange={(chosen) => set({ match: { ...match, scenes: [...chosen] } })}
    />
  )
}

/** The field of a condition on records of the account, whose ids come from its own lists. */
const recordsField =
  (kind: 'signatures' | 'templates' | 'credentials', name: 'signature' | 'template' | 'credential'): FieldOf =>
  ({ label, typed: { match }, set, records, names }) => (
    <SeveralField
      label={label}
      options={records[kind]}
      isLoading={records.loading[kind]}
      nameOf={names[name]}
      chosen={match[kind]}
      most={limits.conditions}
      onChange={(chosen) => set({ match: { ...match, [kind]: chosen } })}
    />
  )

const fields: Readonly<Record<Kind, FieldOf>> = {
  countries: Countries,
  prefixes: Prefixes,
  scenes: Scenes,
  signatures: recordsField('signatures', 'signature'),
  templates: recordsField('templates', 'template'),
  credentials: recordsField('credentials', 'credential'),
}

function ConditionField({ kind, ...props }: FieldsProps & { kind: Kind; label: string }) {
  const Shown = fields[kind]
  return <Shown {...props} />
}

/** The conditions of a rule: those in use, and a menu that adds others. */
export function ConditionFields(props: FieldsProps) {
  const { typed, set, records } = props
  const t = useText()
  const clearError = useClearError()
  const [shown, setShown] = useState<readonly Kind[]>(() => kinds.filter((kind) => isUsed(typed, kind)))
  const rest = kinds.filter((kind) => !shown.includes(kind))
  const drop = (kind: Kind) => {
    clearError(kind)
    setShown(shown.filter((other) => other !== kind))
    set(kind === 'prefixes' ? { prefixes: '' } : { match: { ...typed.match, [kind]: [] } })
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">{t('routing.conditions')}</legend>
      <p className="text-sm text-ink-3">{t(shown.length === 0 ? 'routing.noConditions' : 'routing.conditionsText')}</p>
      {shown.map((kind) => (
        <div key={kind} className="relative">
          <ConditionField {...props} kind={kind} label={t(titles[kind])} />
          <IconButton
            icon={X}
            label={t('routing.removeCondition', { name: t(titles[kind]) })}
            onClick={() => drop(kind)}
            className="absolute -top-0.5 right-0"
          />
        </div>
      ))}
      {rest.length > 0 && (
        <span>
          <MenuButton
            label={t('routing.addCondition')}
            groups={[
              {
                items: rest.map((kind) => ({
                  id: kind,
                  title: t(titles[kind]),
                  act: () => {
                    records.want(kind)
                    setShown([...shown, kind])
                  },
                })),
              },
            ]}
            className={buttonLooks('secondary', 'small')}
          >
            <span className="inline-flex items-center gap-2">
              <Icon of={Plus} />
              {t('routing.addCondition')}
            </span>
          </MenuButton>
        </span>
      )}
    </fieldset>
  )
}
