import { subjectState } from '../../../audit/state.ts'

export const fapiaoAudit = subjectState(
  'transactionFapiao',
  `select kind, title, tax_no, bank, bank_account, email, number from fapiao
    where account_id = $1 and subject_id::text = $2`,
)
