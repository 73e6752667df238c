import { type SenderRule, type SenderRuleRow, senderRules } from '@hongyan/contract/endpoints/messaging/sender-rules'
import { operatorText } from '@hongyan/contract/senders/operator-text'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { implement, type Route } from '../../../http/implement.ts'
import type { Clock } from '../../../kit/clock.ts'
import { type DestinationSchedule, destinationsAt } from '../../../pipeline/destinations.ts'
import { additionsTo, type OperatorTexts } from '../../../pipeline/operator-texts.ts'
import type { OptOutLines } from '../../../pipeline/opt-out.ts'
import { approved, shownSender } from '../../../pipeline/shown-sender.ts'

export interface SenderRuleDeps {
  readonly clock: Clock
  readonly senderRules: readonly SenderRuleRow[]
  readonly destinations: DestinationSchedule
}

export const senderRuleRoutes = ({ clock, senderRules: rows, destinations }: SenderRuleDeps): readonly Route[] =>
  implement(senderRules, {
    list: ({ query: { country, signature } }) => {
      const { senders, operators, optOut } = destinationsAt(destinations, clock.now())
      const sender = signature === undefined ? null : approved(signature)
      return rows
        .filter(({ iso2 }) => country === undefined || iso2 === country)
        .map((row): SenderRule => {
          const { kind, value, warning } = shownSender(senders, row.iso2, sender)
          return {
            ...row,
            sender: { kind, value, warning },
            opt_out: row.iso2 === 'CN' ? linesOf(optOut) : [],
            operator_text: textsOf(operators, row.iso2),
          }
        })
    },
  })

const linesOf = (lines: OptOutLines): SenderRule['opt_out'] =>
  Object.values(MessageScene)
    .map((scene) => ({ scene, line: lines[scene] }))
    .filter(({ line }) => line !== '')

const textsOf = (operators: OperatorTexts, country: string): SenderRule['operator_text'] =>
  Object.values(MessageScene)
    .map((scene) => ({ scene, ...operatorText('', additionsTo(operators, country, scene)) }))
    .filter(({ before, after }) => before + after !== '')
