import type { SenderRuleRow } from '@hongyan/contract/endpoints/messaging/sender-rules'
import type { Config } from '../config/config.ts'
import { dataFile } from '../data/data-file.ts'
import { readQuietHours } from '../features/messaging/quiet-hours/rows.ts'
import { readOperatorRows } from '../features/messaging/sender-rules/operator-rows.ts'
import { readOptOutRows } from '../features/messaging/sender-rules/opt-out-rows.ts'
import { readSenderRules } from '../features/messaging/sender-rules/rows.ts'
import { type DestinationSchedule, destinationSchedule } from '../pipeline/destinations.ts'
import { operatorTexts } from '../pipeline/operator-texts.ts'
import { senderRules } from '../pipeline/shown-sender.ts'
import { sandboxSenders } from '../providers/upstreams/sandbox/senders.ts'

export interface DestinationParts {
  readonly senderRules: readonly SenderRuleRow[]
  readonly destinations: DestinationSchedule
}

/** Reads the rules of senders, the texts of operators, the opt-out lines and the sending hours of marketing. Throws a StartError where a file is wrong. */
export function readDestinations({ optOutFile }: Pick<Config, 'optOutFile'>): DestinationParts {
  const { rules, lasting } = (ownFiles ??= readOwnFiles())
  const rows = readOptOutRows(optOutFile ?? dataFile('cn-optout.csv'))
  return { senderRules: rules, destinations: destinationSchedule(lasting, rows) }
}

/** The files of the product itself, which stay as they are while a process runs. */
let ownFiles: ReturnType<typeof readOwnFiles> | null = null

function readOwnFiles() {
  const rules = readSenderRules(dataFile('sender-rules.csv'))
  const lasting = {
    senders: senderRules(rules, sandboxSenders),
    operators: operatorTexts(readOperatorRows(dataFile('operator-text.csv'))),
    quietHours: readQuietHours(),
  }
  return { rules, lasting }
}
