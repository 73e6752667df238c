import { generateKeyPairSync } from 'node:crypto'
import type { AccountId } from '@hongyan/contract/ids'
import { micros } from '@hongyan/contract/money'
import type { PaymentOrder } from '../src/providers/payments/provider.ts'

/** A new RSA key pair in PEM. */
export function newPair(): { readonly privateKey: string; readonly publicKey: string } {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}

/** An order of 88.00, created at 09:00 UTC and payable for an hour. */
export const anOrder = (change: Partial<PaymentOrder> = {}): PaymentOrder => ({
  reference: '0199f3c2a1b27c3d8e4f5a6b7c8d9e0f',
  account: '00000000-0000-0000-0000-00000001a2b3' as AccountId, // the example of ruling 24
  amount: micros(88_000_000n),
  currency: 'CNY',
  createdAt: new Date('2026-11-20T09:00:00Z'),
  expiresAt: new Date('2026-11-20T10:00:00Z'),
  locale: 'en',
  invoice: null,
  excluded: [],
  remoteId: null,
  ...change,
})

export const publicUrl = (): string => 'https://sms.example.com'
