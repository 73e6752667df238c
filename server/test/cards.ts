import { paymentMethods } from '@hongyan/contract/endpoints/finance/payment-methods'
import type { Answer, SignedIn } from './world.ts'

/** The sandbox's card numbers by their result. */
export const numbers = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  unionpay: '6200000000000005',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  stolen: '4000000000009979',
  expired: '4000000000000069',
  wrongCvc: '4000000000000127',
  mistyped: '4242424242424241',
  realOne: '4111111111111111',
  declinedLater: '4000000000000341',
  authenticatedOnce: '4000002500003155',
  authenticatedAlways: '4000002760003184',
  authenticatedThenDeclined: '4000008400001629',
  disputed: '4000000000000259',
} as const

export const typed = (number: string) => ({ number, exp_month: 6, exp_year: 2030, cvc: '123' })

/** The form that the dialog sends. */
export const cardForm = (card: object = typed(numbers.visa)) => ({
  type: 'card',
  card,
  billing_name: 'Ada Lovelace',
  addr_country: 'US',
  addr_line1: '12 St James Square',
  addr_city: 'Seattle',
  addr_state: 'WA',
  addr_zip: '98101',
})

export const tryCard = (owner: SignedIn, card: string | object): Promise<Answer> =>
  owner.ask(paymentMethods.add, { body: cardForm(typeof card === 'string' ? typed(card) : card) })

/** Adds a card and returns the response. Throws when the card is not accepted. */
export const addCard = async (owner: SignedIn, number: string = numbers.visa) => {
  const answer = await tryCard(owner, number)
  if (answer.status !== 200) throw new Error(`the card was not taken: ${JSON.stringify(answer.body)}`)
  return paymentMethods.add.reply.parse(answer.body)
}

export const cardsOf = (owner: SignedIn) => owner.call(paymentMethods.list, { query: { type: 'card' } })
