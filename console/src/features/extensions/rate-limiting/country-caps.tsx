import type { CountryCap, RateAdvice } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { rateLimiting as limits } from '@hongyan/contract/limits/rate-limiting'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { useCountryName } from '../../../api/regions.ts'
import { formatNumber, useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CountryChip } from '../../../ui/country-chip.tsx'
import { preloadDialog } from '../../../ui/dialog.tsx'
import { Status } from '../../../ui/status.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { capLook } from './labels.ts'
import { RowMenu } from './row-menu.tsx'
import type { DraftState } from './use-draft.ts'

const CapDialog = lazy(() => import('./cap-dialog.tsx'))
const CountryDialog = lazy(() => import('./country-dialog.tsx'))

/** A cap with the busiest hour of the last days; null without traffic. */
interface Row extends CountryCap {
  readonly busiest: number | null
}

interface CellProps {
  row: Row
}

function CountryCell({ row: { country } }: CellProps) {
  const nameOf = useCountryName()
  return (
    <span className="flex items-center gap-2 font-medium">
      <CountryChip>{country}</CountryChip> {nameOf(country)}
    </span>
  )
}

function ActionCell({ row: { action } }: CellProps) {
  const t = useText()
  const { tone, title } = capLook(action)
  return <Status tone={tone}>{t(title)}</Status>
}

const busiestCell = ({ busiest }: Row) =>
  busiest === null ? <span className="text-ink-3">—</span> : formatNumber(busiest)

const columnsOf = (menu: (row: Row) => ReactNode): readonly Column<Row>[] => [
  { title: 'rate-limiting.country', cell: (row) => <CountryCell row={row} />, fixed: true },
  { title: 'rate-limiting.hourCap', cell: ({ limit }) => formatNumber(limit), end: true },
  { title: 'rate-limiting.busiestHour', cell: busiestCell, end: true },
  { title: 'rate-limiting.action', cell: (row) => <ActionCell row={row} /> },
  { title: 'ui.actions', cell: menu, end: true, quiet: true, fixed: true },
]

function StackedCap({ row, menu }: CellProps & { menu: (row: Row) => ReactNode }) {
  const t = useText()
  return (
    <div className="grid gap-1.5">
      <div className="flex items-start justify-between gap-4">
        <CountryCell row={row} />
        {menu(row)}
      </div>
      <div className="flex items-center justify-between gap-4 text-ink-2">
        <span>{t('rate-limiting.perHourText', { number: formatNumber(row.limit) })}</span>
        <ActionCell row={row} />
      </div>
      {row.busiest !== null && (
        <span className="text-xs text-ink-3">
          {t('rate-limiting.busiestHourText', { number: formatNumber(row.busiest) })}
        </span>
      )}
    </div>
  )
}

const stackedOf = (menu: (row: Row) => ReactNode) => (row: Row) => <StackedCap row={row} menu={menu} />

/** The caps of the recommendation that no country of the draft has yet, within what may be set. */
const missingCaps = (advice: RateAdvice | undefined, caps: readonly CountryCap[]): readonly CountryCap[] =>
  (advice?.countries ?? [])
    .filter(({ country }) => !caps.some((cap) => cap.country === country))
    .slice(0, Math.max(0, limits.countries - caps.length))
    .map(({ country, per_hour: limit }) => ({ country, limit, action: 'alert' }))

interface CountryCapsProps {
  state: DraftState
  advice: RateAdvice | undefined
  isAdding: boolean
  onAdd: (open: boolean) => void
}

/** Caps on the messages of an hour, by country. */
export function CountryCaps({ state, advice, isAdding, onAdd }: CountryCapsProps) {
  const t = useText()
  const id = useId()
  const nameOf = useCountryName()
  const { countries } = state.draft
  const [edited, setEdited] = useState<CountryCap | null>(null)
  const adviceOf = (country: string) => advice?.countries.find((each) => each.country === country)
  const missing = missingCaps(advice, countries)
  const isFull = countries.length >= limits.countries
  const menu = (row: Row) => (
    <RowMenu
      label={t('ui.actionsOf', { name: nameOf(row.country) })}
      items={[{ id: 'edit', title: t('rate-limiting.edit'), icon: Pencil, act: () => setEdited(row) }]}
      remove={{
        id: 'remove',
        title: t('rate-limiting.remove'),
        icon: Trash2,
        act: () => state.change({ countries: countries.filter(({ country }) => country !== row.country) }),
      }}
    />
  )
  return (
    <section aria-labelledby={id}>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
          <h2 id={id} className="font-semibold">
            {t('rate-limiting.countryCaps')}
          </h2>
          <p className="text-sm text-ink-3">{t('rate-limiting.countryCapsText')}</p>
        </div>
        <span className="flex flex-wrap gap-2">
          {missing.length > 0 && (
            <Button size="small" onClick={() => state.change({ countries: [...countries, ...missing] })}>
              {t('rate-limiting.useCountryAdvice', { count: missing.length })}
            </Button>
          )}
          <Button
            size="small"
            icon={Plus}
            disabled={isFull}
            onClick={() => onAdd(true)}
            onPointerEnter={preloadDialog}
            onFocus={preloadDialog}
          >
            {t('rate-limiting.addCountry')}
          </Button>
        </span>
      </div>
      {countries.length === 0 ? (
        <Card>
          <p className="text-sm text-ink-3">{t('rate-limiting.noCountry')}</p>
        </Card>
      ) : (
        <Table
          label={t('rate-limiting.countryCaps')}
          columns={columnsOf(menu)}
          rows={countries.map((cap) => ({ ...cap, busiest: adviceOf(cap.country)?.busiest_hour ?? null }))}
          rowKey={({ country }) => country}
          stacked={stackedOf(menu)}
          controls
        />
      )}
      <Suspense>
        {isAdding && !isFull && (
          <CountryDialog
            others={countries}
            onDone={(cap) => {
              state.change({ countries: [...countries, cap] })
              onAdd(false)
            }}
            onClose={() => onAdd(false)}
          />
        )}
        {edited !== null && (
          <CapDialog
            title="rate-limiting.capOf"
            name={nameOf(edited.country)}
            rule="cap_hour"
            cap={edited}
            recommended={adviceOf(edited.country)?.per_hour ?? null}
            onDone={(cap) => {
              const { country } = edited
              state.change({
                countries: countries.map((each) => (each.country === country ? { country, ...cap } : each)),
              })
              setEdited(null)
            }}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
    </section>
  )
}
