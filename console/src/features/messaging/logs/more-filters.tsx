import { errorCause } from '@hongyan/contract/errors'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { STANDARD } from '@hongyan/contract/vocabulary/upstream'
import { useCountries } from '../../../api/use-countries.ts'
import { useLocale, useText } from '../../../i18n/text.ts'
import { withPart } from '../../../ui/list/address.ts'
import { ChoiceFilter } from '../../../ui/list/choice-filter.tsx'
import { TextFilter } from '../../../ui/list/text-filter.tsx'
import { channelName } from '../../../ui/channel-name.ts'
import { moneyChoiceTitles, sceneTitles } from './labels.ts'
import { useChannels, useSources } from './queries.ts'
import { ANY, type LogSearch, messageErrors, moneyChoices, readPrice, readRef } from './search.ts'

interface MoreFiltersProps {
  search: LogSearch
  onChange: (search: LogSearch) => void
}

const moneys = Object.values(moneyChoices)
/** Messages without a template, or without a credential. */
const NONE = 'none'
const scenes = Object.values(MessageScene)

/** The rarer filters, whose choices name every error and country. */
export default function MoreFilters({ search, onChange }: MoreFiltersProps) {
  const t = useText()
  const locale = useLocale()
  const countries = useCountries()
  const { senders, templates, credentials, broadcasts } = useSources()
  const channels = useChannels()
  const setText = (name: 'price_min' | 'price_max') => (value: string | undefined) =>
    onChange(withPart(search, name, value))
  const price = { read: readPrice, invalidText: t('logs.priceWrong'), className: 'sm:w-44' }
  const nameOf = (iso2: string): string => countries.find(({ value }) => value === iso2)?.title ?? iso2
  return (
    <>
      <ChoiceFilter
        label={t('logs.country')}
        value={search.country}
        values={countries.map(({ value }) => value)}
        title={nameOf}
        onChange={(country) => onChange(withPart(search, 'country', country))}
      />
      <ChoiceFilter
        label={t('logs.scene')}
        value={search.scene}
        values={scenes}
        title={(scene) => t(sceneTitles[scene])}
        onChange={(scene) => onChange(withPart(search, 'scene', scene))}
      />
      <ChoiceFilter
        label={t('logs.money')}
        value={search.money}
        values={moneys}
        title={(money) => {
          const title = moneyChoiceTitles.get(money)
          return title === undefined ? money : t(title)
        }}
        onChange={(money) => onChange(withPart(search, 'money', money))}
      />
      <ChoiceFilter
        label={t('logs.billing')}
        value={search.billed_undelivered}
        values={['true']}
        title={() => t('logs.billedUndelivered')}
        onChange={(value) => onChange(withPart(search, 'billed_undelivered', value))}
      />
      <ChoiceFilter
        label={t('logs.error')}
        value={search.error}
        values={messageErrors}
        title={(code) => errorCause(code, locale)}
        onChange={(error) => onChange(withPart(search, 'error', error))}
      />
      <ChoiceFilter
        label={t('logs.senderId')}
        value={search.signature}
        values={senders.map(({ id }) => id)}
        title={(id) => senders.find((each) => each.id === id)?.name ?? id}
        onChange={(signature) => onChange(withPart(search, 'signature', signature))}
      />
      <ChoiceFilter
        label={t('logs.template')}
        value={search.template}
        values={[NONE, ...templates.map(({ id }) => id)]}
        title={(id) => (id === NONE ? t('logs.freeText') : (templates.find((each) => each.id === id)?.name ?? id))}
        onChange={(template) => onChange(withPart(search, 'template', template))}
      />
      <ChoiceFilter
        label={t('logs.credential')}
        value={search.credential}
        values={[NONE, ...credentials.map(({ id }) => id)]}
        title={(id) => (id === NONE ? t('logs.fromConsole') : (credentials.find((each) => each.id === id)?.key ?? id))}
        onChange={(credential) => onChange(withPart(search, 'credential', credential))}
      />
      <ChoiceFilter
        label={t('logs.broadcast')}
        value={search.broadcast}
        values={[ANY, ...broadcasts.map(({ id }) => id)]}
        title={(id) => (id === ANY ? t('logs.anyBroadcast') : (broadcasts.find((each) => each.id === id)?.name ?? id))}
        onChange={(broadcast) => onChange(withPart(search, 'broadcast', broadcast))}
      />
      <TextFilter {...price} label={t('logs.priceMin')} value={search.price_min} onChange={setText('price_min')} />
      <TextFilter {...price} label={t('logs.priceMax')} value={search.price_max} onChange={setText('price_max')} />
      <ChoiceFilter
        label={t('logs.upstream')}
        value={search.upstream}
        values={[STANDARD, ...channels.map(({ code }) => code)]}
        title={(code) =>
          channels.find((each) => each.code === code)?.name ?? channelName({ code, name: null }, t, locale)
        }
        onChange={(upstream) => onChange(withPart(search, 'upstream', upstream))}
      />
      <TextFilter
        label={t('logs.ref')}
        value={search.ref}
        read={readRef}
        invalidText={t('logs.searchLong')}
        onChange={(ref) => onChange(withPart(search, 'ref', ref))}
        className="sm:w-72"
      />
    </>
  )
}
