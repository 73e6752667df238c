import type { ErrorCode } from '@hongyan/contract/errors'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { z } from 'zod'
import type { ReceivedReceipts } from '../managed.ts'

const RECEIPTS_AT_ONCE = 1_000

/** The states that the sandbox's providers post, by the names of SMPP. */
const states: Readonly<Record<string, { readonly status: MessageStatus; readonly error: ErrorCode | null }>> = {
  DELIVRD: { status: MessageStatus.Delivered, error: null },
  UNDELIV: { status: MessageStatus.Undelivered, error: 'undelivered' },
  EXPIRED: { status: MessageStatus.Expired, error: 'expired' },
  REJECTD: { status: MessageStatus.Rejected, error: 'upstream_refused' },
}

const Body = z
  .array(
    z.object({
      id: z.string().min(1).max(64),
      status: z.enum(Object.keys(states)),
      to: z
        .string()
        .regex(/^\+\d{6,15}$/)
        .nullish(),
    }),
  )
  .min(1)
  .max(RECEIPTS_AT_ONCE)

/** Reads receipts in the sandbox's format: `[{"id": "…", "status": "DELIVRD"}]`. Null where the body is something else. */
export function receiptsIn(body: Buffer): ReceivedReceipts | null {
  const parsed = Body.safeParse(jsonIn(body))
  if (!parsed.success) return null
  return {
    receipts: parsed.data.map(({ id, status, to }) => ({
      remoteId: id,
      part: 0,
      upstreamCode: status,
      to: to ?? null,
      ...(states[status] ?? { status: MessageStatus.Unknown, error: null }),
    })),
    response: '{"received":true}',
  }
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
