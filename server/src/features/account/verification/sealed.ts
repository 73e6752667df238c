import type { AccountId, VerificationId } from '@hongyan/contract/ids'
import type { VerificationValues } from '@hongyan/contract/vocabulary/verification'
import { sealedColumn } from '../../../db/sealed-column.ts'
import type { SecretBox } from '../../../kit/secret-box.ts'

const ofSubmission = (account: string, id: string): string => `verification ${account} ${id}`
const ofDraft = (account: string): string => `verification draft ${account}`

export const sealValues = (secrets: SecretBox, account: AccountId, id: VerificationId, values: VerificationValues) =>
  secrets.seal(JSON.stringify(values), ofSubmission(account, id))

interface SealedSubmission {
  readonly account_id: AccountId
  readonly id: VerificationId
  readonly sealed: string
}

export const openValues = (secrets: SecretBox, { account_id: account, id, sealed }: SealedSubmission) =>
  parse(secrets.open(sealed, ofSubmission(account, id)))

export const sealDraft = (secrets: SecretBox, account: AccountId, values: VerificationValues): string =>
  secrets.seal(JSON.stringify(values), ofDraft(account))

export const openDraft = (secrets: SecretBox, account: AccountId, sealed: string): VerificationValues =>
  parse(secrets.open(sealed, ofDraft(account)))

/** The box opens only what it sealed itself. */
const parse = (json: string) => JSON.parse(json) as VerificationValues

export const sealedVerificationColumns = [
  sealedColumn({
    table: 'verification',
    column: 'sealed',
    of: ['account_id', 'id'],
    context: ([account = '', id = '']) => ofSubmission(account, id),
  }),
  sealedColumn({
    table: 'verification_draft',
    column: 'sealed',
    of: ['account_id'],
    context: ([account = '']) => ofDraft(account),
  }),
]
