const SECOND = 1_000

/** What becomes of a payment once the payer pays. */
export interface Plan {
  readonly declined: boolean
  /** When its notifies are due, in milliseconds after the payment; none: it has to be asked for. */
  readonly notifies: readonly number[]
  /** The first notify is sent before the payer sees the result. */
  readonly atOnce: boolean
  /** What the notifies claim, in hundredths. */
  readonly claimed: bigint
}

/** The last two digits of an amount (in hundredths) choose what happens; `luck` is from 0 to 1. */
export function planFor(amount: bigint, luck: number): Plan {
  const soon = 500 + Math.floor(luck * SECOND)
  const usual: Plan = { declined: false, notifies: [soon], atOnce: false, claimed: amount }
  switch (amount % 100n) {
    case 1n:
      return { ...usual, atOnce: true }
    case 2n:
      return { ...usual, declined: true, notifies: [] }
    case 3n:
      return { ...usual, notifies: [] }
    case 4n:
      return { ...usual, notifies: [soon, soon] }
    case 5n:
      return { ...usual, notifies: [60 * SECOND] }
    case 6n:
      return { ...usual, claimed: amount + 100n }
    default:
      return usual
  }
}
