import type { Audience } from '@hongyan/contract/endpoints/messaging/audiences'
import type { BroadcastScene, UnreachedChoice } from '@hongyan/contract/vocabulary/broadcast'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { useId } from 'react'
import { useCountryName } from '../../../../../api/regions.ts'
import { formatNumber, useText } from '../../../../../i18n/text.ts'
import { Button } from '../../../../../ui/button.tsx'
import { Checkbox } from '../../../../../ui/choice.tsx'
import { CountryChip } from '../../../../../ui/country-chip.tsx'
import { Note } from '../../../../../ui/note.tsx'
import { Select } from '../../../../../ui/select.tsx'
import { showError } from '../../../../../ui/show-error.ts'
import { leftOutFile, readRecipients } from '../queries.ts'
import { keptBackOf, peopleOf, useWizard } from '../wizard.ts'
import { type Count, Counts } from './counts.tsx'
import { FirstRows } from './first-rows.tsx'
import { orderOf, type Resolution } from './order.ts'
import { useHomeCountry } from './source-form.tsx'

/** More countries are told by their number. */
const COUNTRIES_SHOWN = 8

/** The rows that a message does not go to, by reason. Those of the account's lists depend on the scene of the message. */
function countsOf(audience: Audience, scene: BroadcastScene, choice: UnreachedChoice): readonly Count[] {
  const { counts } = audience
  const { blocked, opted_out: optedOut, country, unreached } = keptBackOf(audience, scene)
  return [
    { title: 'new.duplicates', count: counts.duplicates },
    { title: 'new.optedOut', count: optedOut },
    { title: 'new.blocked', count: blocked },
    { title: 'new.unreached', count: choice === 'skip' ? unreached : 0 },
    { title: 'new.invalid', count: counts.invalid },
    { title: 'new.scientific', count: counts.scientific },
    { title: 'new.landline', count: counts.landline },
    { title: 'new.tooLong', count: counts.too_long },
    { title: 'new.blockedCountry', count: country },
  ]
}

/** The valid numbers of each country. */
export function Countries({ countries }: Pick<Audience, 'countries'>) {
  const t = useText()
  const nameOf = useCountryName()
  const rest = countries.length - COUNTRIES_SHOWN
  return (
    <section aria-labelledby="countries" className="rounded-lg border border-line bg-raised p-4 sm:p-5">
      <h3 id="countries" className="mb-2 text-sm font-medium">
        {t('new.countries')}
      </h3>
      <ul className="text-sm">
        {countries.slice(0, COUNTRIES_SHOWN).map(({ country, recipients }) => (
          <li key={country} className="flex items-center gap-2 py-1.5">
            <CountryChip>{country}</CountryChip>
            <span className="min-w-0 flex-1 truncate">{nameOf(country)}</span>
            <span className="tabular-nums">{formatNumber(recipients)}</span>
          </li>
        ))}
        {rest > 0 && <li className="py-1.5 text-ink-3">{t('new.moreCountries', { count: rest })}</li>}
      </ul>
    </section>
  )
}

/** The columns and sheet that were read, where there is another to choose. */
function Reread({ audience: { columns, phone_column: phone, sheets, sheet } }: { readonly audience: Audience }) {
  const t = useText()
  const { draft, pasted, setAudience } = useWizard()
  const home = useHomeCountry()
  const hasSource = orderOf(draft, { pasted, home }) !== null
  const others = columns.filter(({ phones }) => phones > 0)
  const hasChoice = others.length > 1 && phone !== null
  if (!hasSource || (!hasChoice && sheets.length < 2)) return null
  function read(resolution: Resolution): void {
    const order = orderOf(draft, { pasted, home }, resolution)
    if (order === null) return
    readRecipients(order).then(({ id }) => setAudience(id), showError)
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {sheets.length > 1 && (
        <Select
          label={t('new.sheet')}
          options={sheets.map((value) => ({ value, title: value }))}
          value={sheet ?? ''}
          onChange={(value) => value !== sheet && read({ sheet: value })}
        />
      )}
      {hasChoice && (
        <Select
          label={t('new.phoneColumn')}
          options={others.map(({ name }) => ({ value: name, title: name }))}
          value={phone}
          onChange={(value) => value !== phone && read({ phone_column: value, ...(sheet !== null && { sheet }) })}
        />
      )}
    </div>
  )
}

/** The choice to leave out numbers that the last messages did not reach. */
function Unreached({ count }: { readonly count: number }) {
  const t = useText()
  const id = useId()
  const { draft, change } = useWizard()
  return (
    <div className="grid gap-1 rounded-md border border-line bg-well px-4 py-3">
      <Checkbox
        checked={draft.unreached === 'skip'}
        aria-describedby={id}
        onChange={({ target }) => change({ unreached: target.checked ? 'skip' : 'send' })}
      >
        {t('new.skipUnreached', { count })}
      </Checkbox>
      <p id={id} className="pl-6 text-xs text-ink-3">
        {t('new.skipUnreachedHint')}
      </p>
    </div>
  )
}

interface ResultProps {
  readonly audience: Audience
  readonly source: string
  readonly onOther: () => void
}

/** A list that can be used: its people, the rows that are left out and why, and the first rows. */
export function Result({ audience, source, onOther }: ResultProps) {
  const t = useText()
  const { draft, template, scene: own } = useWizard()
  // Marketing reaches the fewest, so it is counted by until the scene is known.
  const scene = draft.writes === 'template' && template === null ? MessageScene.Marketing : own
  const { counts, quiet_now: quiet } = audience
  const { unreached } = keptBackOf(audience, scene)
  const people = peopleOf(audience, scene, draft.unreached)
  const leftOut = counts.rows - people
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 gap-0.5">
          <p role="status" className="text-title font-semibold">
            {t('new.people', { count: people })}
          </p>
          <p className="text-sm wrap-anywhere text-ink-3">{t('new.sourceRows', { source, count: counts.rows })}</p>
        </div>
        <Button size="small" onClick={onOther}>
          {t('new.otherRecipients')}
        </Button>
      </div>
      <div className="grid grid-cols-1 gap-3">
        <Counts counts={countsOf(audience, scene, draft.unreached)} />
        {leftOut > 0 && (
          <p className="text-sm">
            <a href={leftOutFile(audience.id, scene, draft.unreached)} download className="text-link">
              {t('new.leftOut', { count: leftOut })}
            </a>
          </p>
        )}
      </div>
      {unreached > 0 && <Unreached count={unreached} />}
      {counts.scientific > 0 && <Note tone="warn">{t('new.scientificText')}</Note>}
      {quiet > 0 && scene === MessageScene.Marketing && <Note>{t('new.quietNow', { count: quiet })}</Note>}
      <Reread audience={audience} />
      <FirstRows audience={audience} />
    </div>
  )
}
