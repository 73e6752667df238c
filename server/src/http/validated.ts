import { isRule, type RuleId } from '@hongyan/contract/rules'
import { z } from 'zod'
import { Refusal } from '../kit/refusal.ts'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

const NO_FIELDS = z.strictObject({})

/**
 * Parses one part of a request by its row's schema. Throws a refusal that names the field at fault: an unknown field
 * before a missing one (a misspelling is both), and either before an invalid value.
 */
export function validated<S extends z.ZodType>(schema: S | undefined, input: unknown): z.output<S> {
  const parsed = (schema ?? NO_FIELDS).safeParse(input)
  if (!parsed.success) throw refusalOf(parsed.error.issues, input)
  const unkept = findUnkept(parsed.data)
  if (unkept) throw new Refusal('invalid_request', fieldIn(unkept))
  return parsed.data as z.output<S> // without a schema there are no fields, as S says
}

function refusalOf(issues: readonly Issue[], input: unknown): Refusal {
  if (!isObject(input) || Array.isArray(input)) return new Refusal('not_an_object')
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue
    return new Refusal('restricted_params', fieldIn([...issue.path, ...issue.keys.slice(0, 1)]))
  }
  const missing = issues.find(({ path }) => valueAt(input, path) === undefined)
  if (missing) return new Refusal('missing_params', { ...fieldIn(missing.path), ...ruleOf(missing) })
  const [first] = issues
  return new Refusal('invalid_request', { ...fieldIn(first?.path ?? []), ...(first && ruleOf(first)) })
}

/** The contract's rule that an issue names, where its schema has a rule text. */
function ruleOf(issue: Issue): { rule?: RuleId } {
  const { message } = issue.code === 'invalid_union' ? meantIssue(issue) : issue
  return isRule(message) ? { rule: message } : {}
}

/** The first issue of the member of a union that fits the input best, that is with the fewest unknown fields. */
function meantIssue(union: z.core.$ZodIssueInvalidUnion): Pick<Issue, 'message'> {
  const unknown = (issues: readonly Issue[]) => issues.filter(({ code }) => code === 'unrecognized_keys').length
  if (isRule(union.message)) return union
  const [best = []] = union.errors.toReversed().toSorted((one, other) => unknown(one) - unknown(other))
  return best[0] ?? union
}

const valueAt = (input: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (isObject(value) ? Reflect.get(value, key) : undefined), input)

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The path of the first string that a PostgreSQL text cannot hold: one with NUL or half a surrogate pair. */
function findUnkept(value: unknown, path: Path = []): Path | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : null
  if (!isObject(value)) return null
  for (const [key, inner] of Object.entries(value)) {
    const found = findUnkept(inner, [...path, Array.isArray(value) ? Number(key) : key])
    if (found) return found
  }
  return null
}

/** A possible card number is never repeated in a response. */
const CARD_NUMBER = /\d(?:[ -]?\d){11}/

/**
 * The field at a path, as the request spells it: `to[3].name`. Absent for the whole request, and where it could contain
 * a card number.
 */
function fieldIn(path: Path): { field?: string } {
  const field = path.reduce<string>(
    (named, key) =>
      typeof key === 'number' ? `${named}[${key}]` : named === '' ? String(key) : `${named}.${String(key)}`,
    '',
  )
  return field === '' || CARD_NUMBER.test(field) ? {} : { field }
}
