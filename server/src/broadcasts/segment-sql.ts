import type { AccountId } from '@hongyan/contract/ids'
import { type RawBuilder, sql } from 'kysely'
import type { StoredCondition } from '../db/schema/phonebooks.ts'

/** A text whose value as a number or an ISO date can be compared. */
const NUMBER = String.raw`^\s*-?\d{1,15}(\.\d{1,9})?\s*$`
const DATE = String.raw`^\d{4}-\d{2}-\d{2}`

const isNumber = (value: string): boolean => new RegExp(NUMBER).test(value)

/**
 * The contacts that meet all conditions, as a condition on `contact c`. Values and keys are parameters. A field that the
 * phonebook no longer has is without a value. `$created` is a day in the account's zone.
 */
export function segmentSql(account: AccountId, conditions: readonly StoredCondition[]): RawBuilder<boolean> {
  const each = conditions.map((condition) => sql<boolean>`(${conditionSql(account, condition)})`)
  return each.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(each, sql` and `)})`
}

function conditionSql(account: AccountId, { field, operator, value }: StoredCondition): RawBuilder<boolean> {
  if (field === '$created') return createdSql(account, { operator, value })
  const where = comparisons[operator](valueSql(field), value)
  return isOwn(field) && isText({ operator, value }) ? sql`${hasSomewhere(value)} and ${where}` : where
}

function valueSql(field: string): Text {
  if (field === '$country') return sql`c.country`
  return field === '$consent_source' ? sql`c.consent_source` : sql`(c.fields ->> ${field}::text)`
}

type Comparison = Pick<StoredCondition, 'operator' | 'value'>

const isOwn = (field: string): boolean => !field.startsWith('$')

/** True for comparisons that only a contact with the text somewhere in its values can meet. */
const isText = ({ operator, value }: Comparison): boolean =>
  operator === 'contains' || operator === 'begins' || (operator === 'is' && !isNumber(value))

/** Rules out most contacts without a look into their values. */
const hasSomewhere = (value: string): RawBuilder<boolean> =>
  sql`position(lower(${JSON.stringify(value).slice(1, -1)}::text) in c.searched) > 0`

type Text = RawBuilder<string | null>

/** A contact without a value meets `is_not` and `unset` alone. */
const comparisons: Readonly<Record<StoredCondition['operator'], (found: Text, value: string) => RawBuilder<boolean>>> =
  {
    is: (found, value) => equalSql(found, value),
    is_not: (found, value) => sql`(${equalSql(found, value)}) is not true`,
    contains: (found, value) => sql`position(lower(${value}::text) in lower(${found})) > 0`,
    begins: (found, value) => sql`starts_with(lower(${found}), lower(${value}::text))`,
    above: (found, value) => orderedSql(found, sql`>`, value),
    below: (found, value) => orderedSql(found, sql`<`, value),
    set: (found) => sql`${found} is not null`,
    unset: (found) => sql`${found} is null`,
  }

/** Numbers are equal by their value, so that 7 is 7.0. */
const equalSql = (found: Text, value: string): RawBuilder<boolean> =>
  isNumber(value)
    ? sql`(case when ${found} ~ ${NUMBER}::text then (${found})::numeric = ${value.trim()}::numeric else false end)`
    : sql`lower(${found}) = lower(${value}::text)`

/** ISO dates are in the order of their texts. A value of another kind is neither above nor below. */
function orderedSql(found: Text, than: RawBuilder<unknown>, value: string): RawBuilder<boolean> {
  return isNumber(value)
    ? sql`(case when ${found} ~ ${NUMBER}::text then (${found})::numeric ${than} ${value.trim()}::numeric else false end)`
    : sql`(${found} ~ ${DATE}::text and left(${found}, 10) collate "C" ${than} ${value}::text)`
}

/** The zone is read once for a statement, not for each contact. */
function createdSql(account: AccountId, { operator, value }: Comparison): RawBuilder<boolean> {
  const zone = sql`(select time_zone from account where id = ${account}::uuid)`
  const day = sql`(c.created_at at time zone ${zone})::date`
  const than = operator === 'above' ? sql`>` : operator === 'below' ? sql`<` : sql`=`
  return sql`${day} ${than} ${value}::date`
}
