import { accountState } from '../../../audit/state.ts'

/** The account's newest submission, without its sealed data. */
export const verificationAudit = accountState(
  'verification',
  `select type, status, version from verification where account_id = $1 order by status = 4, id desc limit 1`,
)
