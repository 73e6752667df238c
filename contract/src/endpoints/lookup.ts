import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { addresses } from './addresses.ts'

/** Specification section 3, "Country", with the international calling code as digits. */
export const Region = z.object({
  iso2: z.string(),
  iso3: z.string(),
  code: z.string(),
  en: z.string(),
  zh: z.string(),
})
export type Region = z.infer<typeof Region>

export const lookup = endpoints(addresses.lookup, { regions: { access: 'anyone', reply: z.array(Region) } })
