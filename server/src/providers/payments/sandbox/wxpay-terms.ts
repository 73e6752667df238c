import { json, type WireReply } from './wire.ts'

export const WXPAY_MERCHANT = '1900000001'

/** A webhook before its resource is encrypted. */
export interface PlainWebhook {
  readonly id: string
  readonly create_time: string
  readonly event_type: string
  readonly summary: string
  readonly sealed: { readonly type: 'transaction' | 'refund'; readonly value: object }
}

export const failure = (status: number, code: string): WireReply => json(status, { code, message: code })
