import type { AlipaySdk } from 'alipay-sdk'
import { z } from 'zod'
import { refused, unreachable } from '../calls.ts'
import type { PaymentFailure } from '../provider.ts'
import { shanghaiTime } from '../terms.ts'

/** The client would write the time of this process's zone, whereas Alipay reads that of Shanghai. */
export const timestamp = (moment = new Date()): string => shanghaiTime(moment).replace('T', ' ')

/** Asks the gateway; its reply is proved to be Alipay's. */
export const ask = (sdk: AlipaySdk, method: string, bizContent: object): Promise<unknown> =>
  sdk.exec(method, { timestamp: timestamp(), bizContent }, { validateSign: true })

const Reply = z.object({ code: z.string(), subCode: z.string().optional() })

/** What Alipay says in its reply that it could not do, for reasons that pass. */
const passing = new Set(['ACQ.SYSTEM_ERROR', 'aop.ACQ.SYSTEM_ERROR', 'isp.unknow-error', 'aop.unknow-error'])

/** Thrown instead of returned, so that all that goes wrong goes one way. */
export class Failure extends Error {
  override name = 'Failure'
  readonly failure: PaymentFailure
  constructor(failure: PaymentFailure) {
    super(failure.reason)
    this.failure = failure
  }
}

export const failureOf = (error: unknown): PaymentFailure =>
  error instanceof Failure ? error.failure : unreachable('unexpected_answer')

/** What a reply tells; null where it says that there is no such trade. */
export function reply<T>(answered: unknown, read: (answer: unknown) => T): T | null {
  const { code, subCode = code } = Reply.parse(answered)
  if (code === '10000') return read(answered)
  if (subCode === 'ACQ.TRADE_NOT_EXIST') return null
  throw new Failure(code === '20000' || passing.has(subCode) ? unreachable(subCode) : refused(subCode))
}
