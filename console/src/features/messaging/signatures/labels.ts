import type { SignatureForm } from '@hongyan/contract/senders/forms'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { EntityKind } from '@hongyan/contract/vocabulary/review'
import { type SignatureField, signatureFields } from '@hongyan/contract/vocabulary/signature'
import type { TextId } from '../../../i18n/ids.ts'
import { formatDate, useText } from '../../../i18n/text.ts'

export const kindTitles: Readonly<Record<EntityKind, TextId>> = {
  [EntityKind.Entity]: 'signatures.company',
  [EntityKind.Website]: 'signatures.website',
  [EntityKind.Application]: 'signatures.app',
  [EntityKind.WeChat]: 'signatures.wechat',
  [EntityKind.EComm]: 'signatures.shop',
  [EntityKind.TradeMark]: 'signatures.trademark',
}

export const sceneTitles: Readonly<Record<MessageScene, TextId>> = {
  [MessageScene.Verification]: 'signatures.verification',
  [MessageScene.Notification]: 'signatures.notification',
  [MessageScene.Marketing]: 'signatures.marketing',
}

/** The kinds in the order of the form: mainland carriers take the first three. */
export const kinds = [
  EntityKind.Entity,
  EntityKind.Application,
  EntityKind.TradeMark,
  EntityKind.Website,
  EntityKind.WeChat,
  EntityKind.EComm,
] as const
export const scenes = Object.values(MessageScene)

/** A name as recipients in mainland China see it, else bare. */
export const shownName = ({ name, regions }: Pick<SignatureForm, 'name' | 'regions'>): string =>
  regions.includes('cn') ? `【${name}】` : name

/** A day of an authorisation in the reader's language. Evidence that the usage does not need may be any text. */
export const dayOf = (day: string): string =>
  Number.isNaN(Date.parse(day)) ? day : formatDate(day, { dateStyle: 'medium', timeZone: 'UTC' })

/** Names a field of the form. Ids of fields that are gone stand for themselves. */
export function useFieldLabel(): (field: string) => string {
  const t = useText()
  return (field) => (isField(field) ? t(`signatures.${field}`) : field)
}

const isField = (field: string): field is SignatureField => signatureFields.some((each) => each === field)
