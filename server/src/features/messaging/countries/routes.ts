import { countries } from '@hongyan/contract/endpoints/messaging/countries'
import { implement, type Route } from '../../../http/implement.ts'
import { countriesAudit } from './audit.ts'
import { type CountriesDeps, listCountries, saveCountries } from './service.ts'

export const countryRoutes = (deps: CountriesDeps): readonly Route[] =>
  implement(
    countries,
    {
      list: ({ caller }) => listCountries(deps, caller.account),
      save: ({ caller, body }) => saveCountries(deps, caller, body),
    },
    { audit: { save: countriesAudit } },
  )
