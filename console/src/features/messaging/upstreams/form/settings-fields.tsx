import type { Upstream } from '@hongyan/contract/endpoints/messaging/upstreams'
import { upstreams as limits } from '@hongyan/contract/limits/upstreams'
import { type UpstreamBehaviour, upstreamBehaviours } from '@hongyan/contract/vocabulary/upstream'
import { useAccount } from '../../../../api/account.ts'
import { useCountries } from '../../../../api/use-countries.ts'
import { formatNumber, useText } from '../../../../i18n/text.ts'
import { CountryListField } from '../../../../ui/country-list-field.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { Select } from '../../../../ui/select.tsx'

interface SettingsFieldsProps {
  stored: Upstream | null
  /** Undefined outside the sandbox. */
  behaviour: UpstreamBehaviour | undefined
  onBehaviour: (behaviour: UpstreamBehaviour) => void
}

const signs = { USD: '$', CNY: '¥' } as const

/** The stored cap without the zeros behind its last digit. */
const capText = (cap: string | null): string => cap?.replace(/\.?0+$/, '') ?? ''

/** The settings that every provider shares. */
export function SettingsFields({ stored, behaviour, onBehaviour }: SettingsFieldsProps) {
  const t = useText()
  const { currency } = useAccount()
  const countries = useCountries()
  return (
    <>
      <div className="sm:col-span-2">
        <TextField
          name="name"
          label={t('upstreams.name')}
          placeholder={t('upstreams.namePlaceholder')}
          defaultValue={stored?.name ?? ''}
          autoComplete="off"
        />
      </div>
      <div className="sm:col-span-2">
        <CountryListField
          name="regions"
          label={t('upstreams.regions')}
          hint={t('upstreams.regionsHint')}
          countries={countries}
          initial={stored?.regions ?? []}
          most={limits.regions}
          addText={t('upstreams.addRegion')}
          removeLabel={(country) => t('upstreams.removeRegion', { country })}
        />
      </div>
      <TextField
        name="tps"
        label={t('upstreams.tps')}
        hint={t('upstreams.tpsHint', { most: formatNumber(limits.rateMax) })}
        defaultValue={stored?.tps ?? limits.rateDefault}
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField
        name="daily_cap"
        label={t('upstreams.cap')}
        hint={t('upstreams.capHint')}
        prefix={signs[currency]}
        trailing={<span className="text-sm text-ink-3">{currency}</span>}
        defaultValue={capText(stored?.daily_cap ?? null)}
        inputMode="decimal"
        autoComplete="off"
        maxLength={32}
      />
      {behaviour !== undefined && (
        <Select
          label={t('upstreams.behaviour')}
          hint={t('upstreams.behaviourHint')}
          options={upstreamBehaviours.map((value) => ({ value, title: t(`upstreams.behaviour.${value}`) }))}
          value={behaviour}
          onChange={onBehaviour}
        />
      )}
    </>
  )
}
