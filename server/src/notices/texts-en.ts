import type { NoticeValues } from '@hongyan/contract/vocabulary/notice'
import { browserIn } from './browser-in.ts'
import type { NoticeText, NoticeTexts } from './notice-text.ts'

const NOT_YOU = 'If this was not you, change your password in the console and contact us.'

/** Of the bank's reasons none is told: some of them speak of fraud. */
const recharges: Readonly<
  Record<NoticeValues['recharge_failed']['reason'], (amount: string, link: string) => NoticeText>
> = {
  again: (amount) => ({
    subject: 'Your balance could not be recharged',
    text: `Your Hongyan balance is low, and the charge of ${amount} for auto-recharge did not go through. We will try again in 24 hours. To send without a break until then, please top up in the console.`,
  }),
  off: (amount) => ({
    subject: 'Auto-recharge is switched off',
    text: `Your Hongyan balance is low, and the bank declined the charge of ${amount} for auto-recharge, which is now switched off. Please top up in the console, and switch it on again with another card.`,
  }),
  confirm: (amount) => ({
    subject: 'Auto-recharge is switched off: please check your card',
    text: `Your Hongyan balance is low, and the bank declined the charge of ${amount} because of the details of the card. Auto-recharge is now switched off. Please check number and expiry, add the card again in the console, and switch auto-recharge on.`,
  }),
  authenticate: (amount, link) => ({
    subject: 'Your bank asks you to confirm a payment',
    text: `Your Hongyan balance is low, and the bank wants you to confirm the charge of ${amount} yourself. Please pay it here within a day: ${link} Auto-recharge is paused until you have paid or saved it again.`,
  }),
  capped: (amount) => ({
    subject: 'Auto-recharge has reached its limit for today',
    text: `Your Hongyan balance is low, and auto-recharge has reached its limit for today. It goes on tomorrow with ${amount}. If you need more before, please top up in the console; if you do not expect so much traffic, look at your messages there.`,
  }),
  card_gone: (amount) => ({
    subject: 'Auto-recharge is switched off: its card is gone',
    text: `Your Hongyan balance is low, and ${amount} could not be charged because the card of auto-recharge is not there any more. Auto-recharge is now switched off. Please top up in the console, and switch it on again with another card.`,
  }),
}

const factors: Readonly<Record<NoticeValues['second_factor_changed']['change'], string>> = {
  totp_on: 'An authenticator app now guards your sign-in',
  totp_off: 'The authenticator app was removed from your sign-in',
  recovery_used: 'A recovery code of your account was used instead of its second factor',
  recovery_codes: 'Your account has new recovery codes, and the old ones are void',
  passkey_added: 'A passkey was added to your account',
  passkey_removed: 'A passkey was removed from your account',
}

const credentials: Readonly<Record<NoticeValues['credential_changed']['change'], string>> = {
  created: 'was created',
  mode: 'has another authentication mode',
  removed: 'was removed',
}

const modes = { simple: 'simple mode', hmac: 'HMAC mode' } as const

const blocked: Readonly<Record<NoticeValues['payments_blocked']['by'], string>> = {
  all: 'Payments',
  paypal: 'Payments by PayPal',
  card: 'Payments by card',
  alipay: 'Payments by Alipay',
  wxpay: 'Payments by WeChat Pay',
}

/** When an invoice is due, seen from a reminder so many days after the due day. */
function dueIn(days: number): string {
  if (days === 0) return 'is due today'
  const spoken = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`
  return days < 0 ? `is due in ${spoken}` : `is ${spoken} overdue`
}

export const english: NoticeTexts = {
  signed_in: ({ address, user_agent }) => {
    const browser = browserIn(user_agent)
    return {
      subject: 'New sign-in to your account',
      text: `Somebody signed in to your Hongyan account from ${address}${browser === null ? '' : ` with ${browser}`}. ${NOT_YOU}`,
    }
  },
  password_changed: () => ({
    subject: 'Your password was changed',
    text: `The password of your Hongyan account was changed, and every session has ended. If this was not you, reset it on the sign-in page at once and contact us.`,
  }),
  phone_changed: ({ phone }) => ({
    subject: 'Your phone number was changed',
    text: `The phone number of your Hongyan account is now ${phone}. ${NOT_YOU}`,
  }),
  email_changed: ({ email }) => ({
    subject: 'Your e-mail address was changed',
    text: `The e-mail address of your Hongyan account is now ${email}. ${NOT_YOU}`,
  }),
  second_factor_changed: ({ change }) => ({
    subject: 'How you sign in was changed',
    text: `${factors[change]}. ${NOT_YOU}`,
  }),
  account_suspended: () => ({
    subject: 'Your account is suspended',
    text: 'Your Hongyan account was suspended for its protection until it is confirmed that its use is not fraudulent. Nothing is sent meanwhile. Please contact us.',
  }),
  account_resumed: () => ({
    subject: 'Your account is open again',
    text: 'The suspension of your Hongyan account has been lifted. You can send again.',
  }),
  payments_blocked: ({ by }) => ({
    subject: `${blocked[by]} are blocked`,
    text: `${blocked[by]} are blocked for your Hongyan account. What your balance covers is still sent. Please contact us.`,
  }),
  credential_changed: ({ change, key, mode }) => ({
    subject: `A credential of yours ${credentials[change]}`,
    text: `The credential ${key} of your Hongyan account ${credentials[change]}${change === 'mode' ? `: ${modes[mode]}` : ''}. ${NOT_YOU}`,
  }),
  topped_up: ({ amount, currency }, { money }) => ({
    subject: 'Your top-up has arrived',
    text: `Your Hongyan account was topped up with ${money(amount, currency)}.`,
  }),
  recharged: ({ amount, currency }, { money }) => ({
    subject: 'Your balance was recharged',
    text: `Your Hongyan balance was low, and auto-recharge has charged ${money(amount, currency)} to your card. You find the receipt under transactions in the console.`,
  }),
  recharge_failed: ({ reason, amount, currency, link = '' }, { money }) =>
    recharges[reason](money(amount, currency), link),
  card_expiring: ({ last4, exp_month, exp_year, days }) => {
    const month = `${exp_month.padStart(2, '0')}/${exp_year}`
    return days === '0'
      ? {
          subject: `Your card ending in ${last4} has expired`,
          text: `The card ending in ${last4} that you keep at Hongyan was valid until the end of ${month}. Auto-recharge cannot charge it any more. Please add a new card on the top-up page.`,
        }
      : {
          subject: `Your card ending in ${last4} is about to expire`,
          text: `The card ending in ${last4} that you keep at Hongyan is valid until the end of ${month}. Auto-recharge cannot charge it after that. Please add a new card on the top-up page before then.`,
        }
  },
  refund_ended: ({ status, amount, paid_out, currency }, { money }) =>
    status === 'done'
      ? {
          subject: 'Your refund is done',
          text: `Your refund of ${money(amount, currency)} is done: ${money(paid_out, currency)} goes back the way you paid. Your bank or wallet may take some days to show it.`,
        }
      : {
          subject: 'Your refund could not be paid out',
          text: `Your refund of ${money(amount, currency)} could not be paid out. All of it is back on your Hongyan balance, any fee and cashback included. You can try again later or contact us.`,
        },
  dispute: ({ amount, currency, paid_at }, { money, dayOf }) => ({
    subject: 'A payment of yours is disputed',
    text: `The bank of the card disputes your payment of ${dayOf(paid_at)} and has taken back ${money(amount, currency)}. That amount was taken off your Hongyan balance, and payments by card are paused. If you recognise the payment, please ask the bank to withdraw the dispute; the amount then comes back. If you do not, change your password and contact us.`,
  }),
  balance_low: ({ below, balance, currency }, { money }) => ({
    subject: 'Your balance is low',
    text: `Your Hongyan account has ${money(balance, currency)} left to send with, which is less than the ${money(below, currency)} that you wanted to hear of. Please top up in the console.`,
  }),
  invoice_issued: ({ number, amount, currency, due_on }, { money, day }) => ({
    subject: `Invoice ${number}`,
    text: `Invoice ${number} of ${money(amount, currency)} is issued. Please pay it by ${day(due_on)}, on the invoices page of the console.`,
  }),
  invoice_due: ({ number, amount, currency, due_on, days }, { money, day }) => ({
    subject: `Invoice ${number} ${dueIn(Number(days))}`,
    text: `Of invoice ${number}, ${money(amount, currency)} is to be paid by ${day(due_on)}: it ${dueIn(Number(days))}. You can pay it on the invoices page of the console.`,
  }),
  invoice_paid: ({ number, amount, currency }, { money }) => ({
    subject: `Invoice ${number} is paid`,
    text: `Thank you: ${money(amount, currency)} has arrived, and invoice ${number} is paid.`,
  }),
}
