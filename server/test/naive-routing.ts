/** A channel as the oracle knows it. */
export interface NaiveChannel {
  readonly ref: string
  readonly state: 'active' | 'paused' | 'auth_failed' | 'deleted'
  readonly regions: readonly string[]
  /** The templates that its provider knows; null: it takes any text. */
  readonly templates: readonly string[] | null
  /** The sender IDs that it knows. */
  readonly signatures: readonly string[]
  /** In millionths; null: none. */
  readonly cap: number | null
  readonly health: 'up' | 'degraded' | 'down'
}

export interface NaiveRule {
  readonly id: string
  readonly match: {
    readonly countries: readonly string[]
    readonly prefixes: readonly string[]
    readonly scenes: readonly number[]
    readonly signatures: readonly string[]
    readonly templates: readonly string[]
    readonly credentials: readonly string[]
  }
  readonly targets: readonly { readonly upstream: string; readonly weight: number | null }[]
  readonly canary: { readonly upstream: string; readonly percent: number } | null
  readonly sticky: boolean
}

export interface NaiveMessage {
  readonly to: string
  readonly country: string
  readonly scene: number
  readonly signature: string | null
  readonly template: string | null
  readonly credential: string
}

export interface NaiveState {
  readonly channels: readonly NaiveChannel[]
  /** The channel of the recipient's last message; null: none within a day. */
  readonly last: string | null
  /** What messages of the day cost over a channel, and what this one would cost, in millionths. */
  readonly spent: (ref: string) => number
  readonly cost: number
}

export interface Expected {
  readonly rule: string
  /** Null: the message is refused. */
  readonly chosen: string | null
  /** `channel reason`, sorted. */
  readonly skipped: readonly string[]
  /** Those of them that stand behind the chosen channel in the order. */
  readonly behind: readonly string[]
}

/** Foretells a decision by reading screens S1 once more, without the code that decides. */
export function foretell(rules: readonly NaiveRule[], state: NaiveState, message: NaiveMessage): Expected {
  const rule = rules.find(({ match }) => matches(match, message))
  if (rule === undefined) throw new Error('no rule matches')
  const names = orderOf(rule, state.last, message.to)
  const skipped: string[] = []
  const working: string[] = []
  const waiting: string[] = []
  for (const name of names) {
    const reason = whyNot(name, state, message)
    if (reason === null) working.push(name)
    else skipped.push(`${name} ${reason}`)
    if (reason === 'degraded' || reason === 'down') waiting.push(name)
  }
  if (rule.canary !== null && !names.includes(rule.canary.upstream)) skipped.push(`${rule.canary.upstream} canary`)
  const chosen = working[0] ?? waiting[0] ?? null
  const later = chosen === null ? [] : names.slice(names.indexOf(chosen))
  const behind = skipped.filter((one) => later.some((name) => one.startsWith(name)))
  return { rule: rule.id, chosen, skipped: skipped.toSorted(), behind }
}

function matches(match: NaiveRule['match'], message: NaiveMessage): boolean {
  const isAnywhere = match.countries.length + match.prefixes.length === 0
  const isThere =
    isAnywhere ||
    match.countries.some((country) => country === message.country) ||
    match.prefixes.some((prefix) => message.to.indexOf(prefix) === 0)
  const among = <T>(values: readonly T[], value: T | null) => values.length === 0 || values.some((one) => one === value)
  return (
    isThere &&
    among(match.scenes, message.scene) &&
    among(match.signatures, message.signature) &&
    among(match.templates, message.template) &&
    among(match.credentials, message.credential)
  )
}

function orderOf(rule: NaiveRule, last: string | null, to: string): readonly string[] {
  let names = rule.targets.map(({ upstream }) => upstream)
  if (rule.targets.some(({ weight }) => weight !== null)) {
    const weights = rule.targets.map(({ weight }) => weight ?? 0)
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    const point = (drawOf(`${rule.id} ${to}`) * total) / 10_000
    const ends = weights.map((_, at) => weights.slice(0, at + 1).reduce((sum, weight) => sum + weight, 0))
    const first = ends.findIndex((end) => point < end)
    const others = names.map((_, at) => at).filter((at) => at !== first)
    others.sort((one, other) => (weights[other] ?? 0) - (weights[one] ?? 0) || one - other)
    names = [first, ...others].map((at) => names[at] ?? '')
  }
  const { canary } = rule
  const front = (name: string) => [name, ...names.filter((other) => other !== name)]
  if (canary !== null && drawOf(`${rule.id} canary ${to}`) < canary.percent * 100) names = front(canary.upstream)
  const isNamed = last !== null && (names.includes(last) || canary?.upstream === last)
  return rule.sticky && isNamed ? front(last) : names
}

function whyNot(name: string, { channels, spent, cost }: NaiveState, message: NaiveMessage): string | null {
  const channel = channels.find(({ ref }) => ref === name)
  if (channel === undefined) return null
  if (channel.state !== 'active') return channel.state
  if (channel.regions.length > 0 && !channel.regions.includes(message.country)) return 'region'
  const { templates, signatures } = channel
  if (templates !== null && !templates.some((template) => template === message.template)) return 'mapping_missing'
  const { signature } = message
  if (templates !== null && signature !== null && !signatures.includes(signature)) return 'mapping_missing'
  if (channel.cap !== null && spent(name) + cost > channel.cap) return 'daily_cap'
  return channel.health === 'up' ? null : channel.health
}

const MASK = 0xff_ff_ff_ffn

/** FNV-1a of 32 bits with the finaliser of MurmurHash3, in whole numbers of any size; one of ten thousand. */
function drawOf(text: string): number {
  let hash = 2_166_136_261n
  for (const byte of Buffer.from(text)) hash = ((hash ^ BigInt(byte)) * 16_777_619n) & MASK
  hash = ((hash ^ (hash >> 16n)) * 2_246_822_507n) & MASK
  hash = ((hash ^ (hash >> 13n)) * 3_266_489_909n) & MASK
  return Number((hash ^ (hash >> 16n)) % 10_000n)
}
