import { AlipaySdk } from 'alipay-sdk'
import { z } from 'zod'
import { refused, unreachable } from '../calls.ts'
import type { PaymentFailure } from '../provider.ts'
import { shanghaiTime } from '../terms.ts'

/** Alipay expects Shanghai time, whereas the client would write the process's own zone. */
export const timestamp = (moment = new Date()): string => shanghaiTime(moment).replace('T', ' ')

const Unsigned = z.object({ error_response: z.object({ code: z.string(), sub_code: z.string().optional() }) })

/**
 * Alipay signs no response to an app that it does not know. Such an error proves nothing, so it counts as no answer,
 * under its own reason.
 */
export class Client extends AlipaySdk {
  override checkResponseSign(body: string, key: string, sign: string | undefined, trace: string): void {
    if (sign !== undefined) return super.checkResponseSign(body, key, sign, trace)
    const { error_response: error } = Unsigned.parse(JSON.parse(body))
    throw new Failure(unreachable(error.sub_code ?? error.code))
  }
}

/** Calls the gateway and verifies Alipay's signature of the response. */
export const callGateway = (sdk: AlipaySdk, method: string, bizContent: object): Promise<unknown> =>
  sdk.exec(method, { timestamp: timestamp(), bizContent }, { validateSign: true })

const Reply = z.object({ code: z.string(), subCode: z.string().optional() })

/** Error codes of temporary failures. */
const temporary = new Set(['ACQ.SYSTEM_ERROR', 'aop.ACQ.SYSTEM_ERROR', 'isp.unknow-error', 'aop.unknow-error'])

/** Thrown inside an adapter, so that `bounded` handles it as every other failure. */
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

/** Reads a response; null where the trade does not exist. */
export function readReply<T>(response: unknown, read: (answer: unknown) => T): T | null {
  const { code, subCode = code } = Reply.parse(response)
  if (code === '10000') return read(response)
  if (subCode === 'ACQ.TRADE_NOT_EXIST') return null
  throw new Failure(code === '20000' || temporary.has(subCode) ? unreachable(subCode) : refused(subCode))
}
