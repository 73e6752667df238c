import { configuration } from '@hongyan/contract/endpoints/configuration'
import { implement, type Route } from '../../http/implement.ts'
import { filingAudit, smsConfigurationAudit } from './audit.ts'
import {
  type ConfigurationDeps,
  filingConfiguration,
  saveFilingConfiguration,
  saveSmsConfiguration,
  smsConfiguration,
} from './service.ts'

export const configurationRoutes = (deps: ConfigurationDeps): readonly Route[] =>
  implement(
    configuration,
    {
      sms: ({ caller }) => smsConfiguration(deps, caller.account),
      saveSms: ({ caller, body }) => saveSmsConfiguration(deps, caller.account, body),
      filing: ({ caller }) => filingConfiguration(deps, caller.account),
      saveFiling: ({ caller, body }) => saveFilingConfiguration(deps, caller.account, body),
    },
    { audit: { saveSms: smsConfigurationAudit, saveFiling: filingAudit } },
  )
