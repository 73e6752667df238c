import type { SegmentCondition } from '@hongyan/contract/endpoints/messaging/phonebooks'
import {
  type ContactField,
  contactFields,
  type ConditionOperator,
  fieldOperators,
} from '@hongyan/contract/vocabulary/phonebook'
import { formatDate, t } from '../../../i18n/text.ts'
import type { TextId } from '../../../i18n/ids.ts'

export type FieldKind = ContactField | 'own'

export const kindOf = (field: string): FieldKind => contactFields.find((known) => known === field) ?? 'own'

const fieldTitles: Readonly<Record<ContactField, TextId>> = {
  $country: 'phonebooks.country',
  $consent_source: 'phonebooks.consentSource',
  $created: 'phonebooks.addedOn',
}

/** A field as people read it: an own one by its name. */
export function fieldTitle(field: string): string {
  const kind = kindOf(field)
  return kind === 'own' ? field : t(fieldTitles[kind])
}

const operatorTitles: Readonly<Record<ConditionOperator, TextId>> = {
  is: 'phonebooks.is',
  is_not: 'phonebooks.isNot',
  contains: 'phonebooks.contains',
  begins: 'phonebooks.begins',
  above: 'phonebooks.above',
  below: 'phonebooks.below',
  set: 'phonebooks.set',
  unset: 'phonebooks.unset',
}

/** An operator in words: of days it says on, after and before. */
export function operatorTitle(kind: FieldKind, operator: ConditionOperator): string {
  if (kind !== '$created') return t(operatorTitles[operator])
  return t(operator === 'above' ? 'phonebooks.after' : operator === 'below' ? 'phonebooks.before' : 'phonebooks.on')
}

export const operatorsOf = (field: string): readonly ConditionOperator[] => fieldOperators[kindOf(field)]

export const needsValue = (operator: ConditionOperator): boolean => operator !== 'set' && operator !== 'unset'

/** A condition as one phrase. */
export function conditionText(
  { field, operator, value }: SegmentCondition,
  countryName: (iso2: string) => string,
): string {
  const kind = kindOf(field)
  const shown =
    kind === '$country'
      ? countryName(value)
      : kind === '$created'
        ? formatDate(new Date(value), { dateStyle: 'medium', timeZone: 'UTC' })
        : value
  const phrase = `${fieldTitle(field)} ${operatorTitle(kind, operator)}`
  return needsValue(operator) ? `${phrase} ${shown}` : phrase
}
