import { card as limits } from '@hongyan/contract/limits/finance'
import type { CardBrand } from '@hongyan/contract/vocabulary/payment'
import { useState } from 'react'
import { useCountryList } from '../../../../../api/use-countries.ts'
import { useText } from '../../../../../i18n/text.ts'
import { CountryField } from '../../../../../ui/country-field.tsx'
import { TextField } from '../../../../../ui/field.tsx'
import { BrandTile } from '../brand-tile.tsx'
import { brandOf, groupedNumber, formatExpiry } from './card-input.ts'
import { fields } from './check-card.ts'
import { GroupedField } from './grouped-field.tsx'

/** The data printed on the card. */
export function CardFields() {
  const t = useText()
  const [brand, setBrand] = useState<CardBrand | null>(null)
  return (
    <>
      <GroupedField
        name={fields.number}
        label={t('auto-recharge.number')}
        write={groupedNumber}
        onTyped={(typed) => setBrand(brandOf(typed))}
        trailing={<BrandTile brand={brand} />}
        autoComplete="cc-number"
        autoFocus
        className="tabular-nums"
      />
      <div className="grid grid-cols-2 gap-4">
        <GroupedField
          name={fields.expiry}
          label={t('auto-recharge.expiry')}
          write={formatExpiry}
          placeholder={t('auto-recharge.expiryHint')}
          autoComplete="cc-exp"
          className="tabular-nums"
        />
        <TextField
          name={fields.cvc}
          label={t('auto-recharge.cvc')}
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={8}
          className="tabular-nums"
        />
      </div>
    </>
  )
}

export function NameField() {
  const t = useText()
  return (
    <TextField name={fields.name} label={t('auto-recharge.name')} autoComplete="cc-name" maxLength={limits.lineMax} />
  )
}

/** The billing address. */
export function AddressFields() {
  const t = useText()
  const list = useCountryList()
  const line = { maxLength: limits.lineMax }
  return (
    <>
      <CountryField name={fields.country} label={t('auto-recharge.country')} list={list} />
      <TextField {...line} name={fields.line1} label={t('auto-recharge.line1')} autoComplete="billing address-line1" />
      <TextField {...line} name={fields.line2} label={t('auto-recharge.line2')} autoComplete="billing address-line2" />
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <div className="max-sm:col-span-2">
          <TextField
            {...line}
            name={fields.city}
            label={t('auto-recharge.city')}
            autoComplete="billing address-level2"
          />
        </div>
        <TextField {...line} name={fields.zip} label={t('auto-recharge.zip')} autoComplete="billing postal-code" />
        <TextField
          {...line}
          name={fields.state}
          label={t('auto-recharge.state')}
          autoComplete="billing address-level1"
        />
      </div>
    </>
  )
}
