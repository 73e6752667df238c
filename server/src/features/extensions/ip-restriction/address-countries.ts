import { readFileSync } from 'node:fs'
import { addressOf, formatAddress } from '@hongyan/contract/ip/address'
import { type CountryResponse, Reader } from 'mmdb-lib'
import { StartError } from '../../../kit/start-error.ts'

/** The country of an address as ISO 3166 alpha-2; null where it is unknown. */
export type CountryOf = (address: string) => string | null

const ISO2 = /^[A-Z]{2}$/

/** Reads a country database in the format of MaxMind into memory. Throws a StartError where the file is none. */
export function readAddressCountries(file: string): CountryOf {
  const reader = open(file)
  return (address) => {
    const read = addressOf(address)
    if (read === null || (read.family === 6 && reader.metadata.ipVersion === 4)) return null
    const code = reader.get(formatAddress(read.family, read.words))?.country?.iso_code ?? ''
    return ISO2.test(code) ? code : null
  }
}

function open(file: string): Reader<CountryResponse> {
  try {
    return new Reader<CountryResponse>(readFileSync(file))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`GEOIP_FILE ${file} is no country database (.mmdb): ${reason}`)
  }
}
