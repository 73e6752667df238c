import type { Signature } from '@hongyan/contract/endpoints/messaging/signatures'
import type { SignatureId } from '@hongyan/contract/ids'
import { Partition } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { expect, test } from 'vitest'
import { senderTo } from './sender-to.ts'

const { Notification, Marketing, Verification } = MessageScene
type Sender = Pick<Signature, 'id' | 'name' | 'regions' | 'scenes' | 'is_default'>
const sender = (name: string, rest: Partial<Sender> = {}): Sender => ({
  id: name as SignatureId, // ids are compared alone
  name,
  regions: ['intl'],
  scenes: [Verification, Notification],
  is_default: false,
  ...rest,
})
const any = { signature_id: null, scene: Notification }
const us = { partition: Partition.Us, isFree: false }
const cn = { partition: Partition.Cn, isFree: false }
const lumen = sender('Lumen', { is_default: true })
const mainland = sender('流明', { regions: ['cn'], is_default: true })

test('a template without a sender ID goes out under the default of its scene, else under the shared sender', () => {
  const sending = { ...us, senders: [sender('Other'), lumen] }
  expect(senderTo('US', any, sending)).toEqual({ name: 'Lumen' })
  expect(senderTo('US', { ...any, scene: Marketing }, sending)).toEqual({ name: null })
  expect(senderTo('US', { ...any, signature_id: 'Other' }, sending)).toEqual({ name: 'Other' })
})

test('outside its regions a default gives way to the shared sender, and a bound sender ID is refused', () => {
  const sending = { ...us, senders: [lumen] }
  expect(senderTo('CN', any, sending)).toEqual({ name: null })
  expect(senderTo('CN', { ...any, signature_id: 'Lumen' }, sending)).toEqual({ refused: 'templates.senderElsewhere' })
  const both = { ...us, senders: [lumen, sender('Lumen', { regions: ['cn'] })] }
  expect(senderTo('CN', { ...any, signature_id: 'Lumen' }, both)).toEqual({ name: 'Lumen' })
})

test('a mainland account has no shared sender, unless its sender IDs need no review', () => {
  expect(senderTo('CN', any, { ...cn, senders: [] })).toEqual({ refused: 'templates.senderMissing' })
  expect(senderTo('US', any, { ...cn, senders: [mainland] })).toEqual({ refused: 'templates.senderElsewhere' })
  expect(senderTo('CN', any, { ...cn, senders: [mainland] })).toEqual({ name: '流明' })
  expect(senderTo('US', any, { ...cn, isFree: true, senders: [mainland] })).toEqual({ name: '流明' })
})
