import { type CountryCode, isSupportedCountry, Metadata, type PhoneNumberType } from 'libphonenumber-js/max'

/** A country's numbering plan with its patterns compiled. All patterns are anchored at the start. */
export interface NumberingPlan {
  readonly callingCode: string
  /** The international prefix: 011 in the US, 00 in most other countries. */
  readonly exitCode: RegExp
  readonly nationalPrefix: RegExp | null
  readonly leadingDigits: RegExp | null
  readonly lengths: readonly number[]
  readonly national: RegExp
  readonly fixedLine: Range | null
  readonly mobile: Range | null
  /** The other types in the order of the checks, mobile first. */
  readonly others: readonly (readonly [PhoneNumberType, Range])[]
}

interface Range {
  readonly pattern: RegExp
  readonly lengths: readonly number[]
}

const OTHERS = [
  'MOBILE',
  'PREMIUM_RATE',
  'TOLL_FREE',
  'SHARED_COST',
  'VOIP',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
] as const satisfies readonly PhoneNumberType[]

const plans = new Map<CountryCode, NumberingPlan>()

/** The plan of a country, compiled at its first use and cached: there are about 245. */
export function planOf(country: CountryCode): NumberingPlan {
  const known = plans.get(country)
  if (known) return known
  const plan = compile(country)
  plans.set(country, plan)
  return plan
}

/** The type of a national number, or null when it lies in no range of the plan, which makes it invalid. */
export function typeOf(plan: NumberingPlan, national: string): PhoneNumberType | null {
  if (!plan.national.test(national)) return null
  if (plan.fixedLine && within(plan.fixedLine, national)) {
    return !plan.mobile || within(plan.mobile, national) ? 'FIXED_LINE_OR_MOBILE' : 'FIXED_LINE'
  }
  return plan.others.find(([, range]) => within(range, national))?.[0] ?? null
}

const within = (range: Range, national: string): boolean =>
  range.lengths.includes(national.length) && range.pattern.test(national)

/** The methods of the library's plan; its published types omit most of them. */
interface LibraryPlan {
  callingCode(): string
  IDDPrefix(): string
  nationalPrefixForParsing(): string | undefined
  leadingDigits(): string | undefined
  possibleLengths(): readonly number[]
  nationalNumberPattern(): string
  type(name: PhoneNumberType): { pattern(): string; possibleLengths(): readonly number[] } | undefined
}

function compile(country: CountryCode): NumberingPlan {
  const metadata = new Metadata()
  metadata.selectNumberingPlan(country)
  // The cast adds methods that the class has and its declaration lacks; the property test in number.test.ts checks
  // them.
  const plan = metadata.numberingPlan as unknown as LibraryPlan
  return {
    callingCode: plan.callingCode(),
    exitCode: beginning(plan.IDDPrefix()),
    nationalPrefix: optional(plan.nationalPrefixForParsing()),
    leadingDigits: optional(plan.leadingDigits()),
    lengths: plan.possibleLengths(),
    national: whole(plan.nationalNumberPattern()),
    fixedLine: rangeOf(plan, 'FIXED_LINE'),
    mobile: rangeOf(plan, 'MOBILE'),
    others: OTHERS.flatMap((name) => {
      const range = rangeOf(plan, name)
      return range ? [[name, range] as const] : []
    }),
  }
}

/** An empty pattern means the same ranges as the fixed line's, so the type has no range of its own. */
function rangeOf(plan: LibraryPlan, name: PhoneNumberType): Range | null {
  const type = plan.type(name)
  return type?.pattern() ? { pattern: whole(type.pattern()), lengths: type.possibleLengths() } : null
}

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`)
const beginning = (pattern: string): RegExp => new RegExp(`^(?:${pattern})`)
const optional = (pattern: string | undefined): RegExp | null => (pattern ? beginning(pattern) : null)

/** The calling code of a country without its plus, or an empty text where it has none. */
export const callingCodeOf = (country: string): string =>
  isSupportedCountry(country) ? planOf(country).callingCode : ''
