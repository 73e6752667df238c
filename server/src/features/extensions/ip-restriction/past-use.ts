import type { Tx } from '../../../db/tx.ts'
import { judgeOf } from './callers.ts'
import type { IpRecorder, Judged } from './record.ts'
import { readRestriction } from './store.ts'

/** Records a call of the past as the send API would have judged it. */
export async function recordPastUse(
  tx: Tx,
  recorder: IpRecorder,
  use: Pick<Judged, 'account' | 'credential' | 'action' | 'address'>,
): Promise<void> {
  const rules = await readRestriction(tx, use.account)
  if (!rules.enabled) return
  recorder.record({ ...use, ...judgeOf(rules)(use.address, use.credential), reportOnly: rules.reportOnly })
  await recorder.flush()
}
