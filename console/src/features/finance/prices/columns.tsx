import type { Currency } from '@hongyan/contract/vocabulary/account'
import type { Column } from '../../../ui/table.tsx'
import { CountryCell, UnitPrice } from './cells.tsx'
import type { PricedCountry } from './countries.ts'
import { scenes } from './scenes.ts'

const country: Column<PricedCountry> = {
  title: 'prices.country',
  cell: (row) => <CountryCell country={row} />,
  sort: 'country',
  fixed: true,
  bar: 140,
}

const callingCode: Column<PricedCountry> = {
  title: 'prices.callingCode',
  cell: ({ callingCode: digits }) => (
    <span className="text-ink-2 tabular-nums">{digits === '' ? '' : `+${digits}`}</span>
  ),
  bar: 32,
}

/** All rows share a currency, so the prices align. */
export const columnsIn = (currency: Currency): readonly Column<PricedCountry>[] => [
  country,
  callingCode,
  ...scenes.map(({ scene, title, name }) => ({
    title,
    sort: name,
    cell: ({ unitPrices }: PricedCountry) => <UnitPrice price={unitPrices[scene]} currency={currency} />,
    end: true,
    bar: 64,
  })),
]
