import { checkUscc } from './identity-numbers.ts'

/**
 * Normalises a tax id for comparison: plain instead of full-width characters, upper case, no spaces, dots, dashes or
 * slashes.
 */
const plain = (taxId: string): string =>
  taxId
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s./-]/g, '')

/** A VAT number with the optional letters of its state. */
const vat = (letters: string, shape: string): RegExp => new RegExp(`^(${letters})?(${shape})$`)

/** The public formats. Tax ids of other countries are not checked. */
const formats: Readonly<Record<string, RegExp>> = {
  US: /^\d{9}$/,
  GB: vat('GB', String.raw`\d{9}|\d{12}|GD\d{3}|HA\d{3}`),
  AT: vat('AT', String.raw`U\d{8}`),
  BE: vat('BE', String.raw`[01]\d{9}`),
  BG: vat('BG', String.raw`\d{9,10}`),
  CY: vat('CY', String.raw`\d{8}[A-Z]`),
  CZ: vat('CZ', String.raw`\d{8,10}`),
  DE: vat('DE', String.raw`\d{9}`),
  DK: vat('DK', String.raw`\d{8}`),
  EE: vat('EE', String.raw`\d{9}`),
  ES: vat('ES', String.raw`[A-Z]\d{8}|\d{8}[A-Z]|[A-Z]\d{7}[A-Z]`),
  FI: vat('FI', String.raw`\d{8}`),
  FR: vat('FR', String.raw`[0-9A-HJ-NP-Z]{2}\d{9}`),
  GR: vat('EL|GR', String.raw`\d{9}`),
  HR: vat('HR', String.raw`\d{11}`),
  HU: vat('HU', String.raw`\d{8}`),
  IE: vat('IE', String.raw`\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W]`),
  IT: vat('IT', String.raw`\d{11}`),
  LT: vat('LT', String.raw`\d{9}|\d{12}`),
  LU: vat('LU', String.raw`\d{8}`),
  LV: vat('LV', String.raw`\d{11}`),
  MT: vat('MT', String.raw`\d{8}`),
  NL: vat('NL', String.raw`\d{9}B\d{2}`),
  PL: vat('PL', String.raw`\d{10}`),
  PT: vat('PT', String.raw`\d{9}`),
  RO: vat('RO', String.raw`\d{2,10}`),
  SE: vat('SE', String.raw`\d{12}`),
  SI: vat('SI', String.raw`\d{8}`),
  SK: vat('SK', String.raw`\d{10}`),
}

/**
 * True where a tax id fits the format of its country (screens S7): the unified social credit code of China with its
 * check character, the EIN of the United States, VAT numbers of Europe. Other countries accept any text. An empty one
 * is accepted.
 */
export function isTaxId(country: string, taxId: string): boolean {
  const id = plain(taxId)
  if (id === '') return true
  return country === 'CN' ? checkUscc(id) === 'ok' : (formats[country]?.test(id) ?? true)
}
