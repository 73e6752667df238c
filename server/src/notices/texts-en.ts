import type { NoticeValues } from '@hongyan/contract/vocabulary/notice'
import { browserIn } from './browser-in.ts'
import { reasonLines, senderLines } from './reason-lines.ts'
import type { Formats, NoticeText, NoticeTexts, PageTitles } from './notice-text.ts'

const NOT_YOU = 'If this was not you, change your password and contact us.'

export const englishTitles: PageTitles = {
  home: 'Open the console',
  security: 'Review security settings',
  topUp: 'Top up',
  autoRecharge: 'Open auto-recharge',
  transactions: 'View transactions',
  invoices: 'View invoices',
  credentials: 'View credentials',
  countries: 'Review sending countries',
  verification: 'Open verification',
  signatures: 'Open sender IDs',
  templates: 'Open templates',
  exports: 'Open exports',
  broadcasts: 'Open broadcasts',
  ipRestriction: 'Open IP restriction',
  webhooks: 'Open webhooks',
  rateLimits: 'Review rate limits',
  support: 'Open the support center',
  notifications: 'Choose which emails you get',
}

const carrierNames = {
  CMCC: 'China Mobile',
  CUCC: 'China Unicom',
  CTCC: 'China Telecom',
  CBN: 'China Broadnet',
} as const

/** The ways to answer a ticket. */
const answers = (replyTo: string | undefined): string =>
  replyTo === undefined ? 'Reply in the console.' : 'Reply to this email or in the console.'

/** The ways to reopen a solved ticket, and the moment until which they work. */
const reopens = (until: string, replyTo: string | undefined): string => {
  const where = replyTo === undefined ? 'in the console' : 'to this email or in the console'
  return `If something is still wrong, reply ${where} until ${until}. A reply reopens it.`
}

type Filing = NoticeValues['signature_filing']

/** The reason why a broadcast was paused, and what its owner can do. */
const pauses: Readonly<Record<NoticeValues['broadcast_interrupted']['reason'], string>> = {
  balance: 'The balance does not cover the next messages. Top up, then resume it in the console.',
  suspended: 'Your account is suspended. Contact us to continue.',
  signature_revoked: 'Its sender ID can no longer be used. Choose another one in a new broadcast.',
  template_revoked: 'Its template can no longer be used. Choose another one in a new broadcast.',
  breaker: 'More messages failed than you allowed. See why in the console, then resume or stop it.',
  canary_hold: 'Fewer than 60% of the first messages arrived. See why in the console, then resume or stop it.',
  cap: 'A limit of your account is reached. Resume it once the limit allows more messages.',
}

/** A carrier's answer to the filing of a sender or template. */
function filingText(kind: string, { name, carrier, state, reason }: Filing): NoticeText {
  const at = carrierNames[carrier]
  if (state === 'filed') {
    return {
      subject: `${name} was filed with ${at}`,
      text: `The ${kind} ${name} of your Hongyan account was filed with ${at}.`,
    }
  }
  const what = state === 'failed' ? 'failed' : 'lapsed'
  const why = reason === '' ? '' : ` The carrier's reason: ${reason}.`
  return {
    subject: `Filing of ${name} with ${at} ${what}`,
    text: `The filing of the ${kind} ${name} of your Hongyan account with ${at} ${what}, so messages to mainland China under it are refused.${why} File it again in the console.`,
  }
}

type Revocation = NoticeValues['signature_revocation']

/** An announced end of the approval of a sender ID or template, or the announcement that was taken back. */
const revocationText = (
  kind: string,
  { name, state, ends_at: endsAt, reasons }: Revocation,
  { momentOf }: Formats,
): NoticeText =>
  state === 'kept'
    ? {
        subject: `The ${kind} ${name} stays approved`,
        text: `We cancelled the revocation that we announced for ${momentOf(endsAt)}. Messages can continue to use the ${kind} ${name} of your Hongyan account.`,
      }
    : {
        subject: `The ${kind} ${name} can be used until ${momentOf(endsAt)}`,
        text: `We will revoke the approval of the ${kind} ${name} of your Hongyan account on ${momentOf(endsAt)}.${senderLines(reasons, 'en')} Messages go out until then. If you disagree, contact support before it ends.`,
      }

/** The bank's own reason is never part of the text: some reasons mean suspected fraud. */
const recharges: Readonly<
  Record<NoticeValues['recharge_failed']['reason'], (amount: string, link: string) => NoticeText>
> = {
  again: (amount) => ({
    subject: 'Auto-recharge failed',
    text: `Your Hongyan balance is low and we could not charge ${amount} for auto-recharge. We will try again in 24 hours. To keep sending until then, top up in the console.`,
  }),
  off: (amount) => ({
    subject: 'Auto-recharge turned off',
    text: `Your Hongyan balance is low and your bank declined ${amount} for auto-recharge. Auto-recharge is now off. Top up in the console, then turn it on again with another card.`,
  }),
  confirm: (amount) => ({
    subject: 'Auto-recharge turned off: check your card',
    text: `Your Hongyan balance is low and your bank declined ${amount} because of the card details. Auto-recharge is now off. Check the card number and expiration date, add the card again in the console, then turn auto-recharge on.`,
  }),
  authenticate: (amount, link) => ({
    subject: 'Confirm a payment with your bank',
    text: `Your Hongyan balance is low and your bank needs you to confirm a charge of ${amount}. Pay within a day: ${link} Auto-recharge is paused until you pay or save its settings again.`,
    button: { title: 'Pay now', address: link },
  }),
  paused: (amount) => ({
    subject: 'Auto-recharge paused: top up in the console',
    text: `Your Hongyan balance is low and your bank needs you to confirm a charge of ${amount}, but we could not open a payment page. Auto-recharge is paused until you top up in the console or save its settings again.`,
  }),
  capped: (amount) => ({
    subject: 'Auto-recharge reached its limit for today',
    text: `Your Hongyan balance is low and auto-recharge reached its limit for today. It resumes tomorrow with ${amount}. Top up now if you need more. If you do not expect this much traffic, check your logs in the console.`,
  }),
  card_gone: (amount) => ({
    subject: 'Auto-recharge turned off: card removed',
    text: `Your Hongyan balance is low and we could not charge ${amount} because the card was removed. Auto-recharge is now off. Top up in the console, then turn it on again with another card.`,
  }),
}

const factors: Readonly<Record<NoticeValues['second_factor_changed']['change'], string>> = {
  totp_on: 'An authenticator app was added to your Hongyan account',
  totp_off: 'The authenticator app was removed from your Hongyan account',
  recovery_used: 'A recovery code was used for two-step verification on your Hongyan account',
  recovery_codes: 'New recovery codes were generated for your Hongyan account. The old codes no longer work',
  passkey_added: 'A passkey was added to your Hongyan account',
  passkey_removed: 'A passkey was removed from your Hongyan account',
}

const credentials: Readonly<Record<NoticeValues['credential_changed']['change'], string>> = {
  created: 'was created',
  mode: 'has a new auth mode',
  removed: 'was removed',
}

const credentialSubjects: typeof credentials = { created: 'created', mode: 'auth mode changed', removed: 'removed' }

const modes = { simple: 'simple mode', hmac: 'HMAC mode' } as const

const blocked: Readonly<Record<NoticeValues['payments_blocked']['by'], string>> = {
  all: 'Payments',
  paypal: 'PayPal payments',
  card: 'Card payments',
  alipay: 'Alipay payments',
  wxpay: 'WeChat Pay payments',
}

const fundsChanges: Readonly<Record<NoticeValues['funds_changed']['change'], (amount: string) => NoticeText>> = {
  credit: (amount) => ({
    subject: 'Funds added to your account',
    text: `We added ${amount} to your Hongyan balance.`,
  }),
  debit: (amount) => ({
    subject: 'Funds deducted from your account',
    text: `We deducted ${amount} from your Hongyan balance.`,
  }),
  gift: (amount) => ({
    subject: 'You received promotional funds',
    text: `We added ${amount} of promotional funds to your Hongyan balance.`,
  }),
  returned: (amount) => ({
    subject: 'Your payment was returned',
    text: `We sent your payment of ${amount} back to your original payment method. It was not added to your Hongyan balance.`,
  }),
}

/** When an invoice is due, seen from a reminder so many days after the due day. */
function dueIn(days: number): string {
  if (days === 0) return 'is due today'
  const span = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`
  return days < 0 ? `is due in ${span}` : `is ${span} overdue`
}

export const english: NoticeTexts = {
  signed_in: ({ address, user_agent }) => {
    const browser = browserIn(user_agent)
    return {
      subject: 'New sign-in to your Hongyan account',
      text: `New sign-in to your Hongyan account from ${address}${browser === null ? '' : ` (${browser})`}. ${NOT_YOU}`,
    }
  },
  sign_in_failed: ({ failures, address }) => ({
    subject: 'Failed sign-in attempts on your Hongyan account',
    text: `${failures} attempts to sign in to your Hongyan account failed in a row, the last one from ${address}. If this was not you, turn on two-step verification.`,
  }),
  password_changed: () => ({
    subject: 'Your password was changed',
    text: 'The password of your Hongyan account was changed and all sessions ended. If this was not you, reset it on the sign-in page immediately and contact us.',
  }),
  phone_changed: ({ phone }) => ({
    subject: 'Your phone number was updated',
    text: `The phone number of your Hongyan account is now ${phone}. ${NOT_YOU}`,
  }),
  email_changed: ({ email }) => ({
    subject: 'Your email was updated',
    text: `The email of your Hongyan account is now ${email}. ${NOT_YOU}`,
  }),
  second_factor_changed: ({ change }) => ({
    subject: 'Your sign-in methods changed',
    text: `${factors[change]}. ${NOT_YOU}`,
  }),
  account_suspended: () => ({
    subject: 'Your account is suspended',
    text: 'We suspended your Hongyan account for your protection until usage is confirmed non-fraudulent. Sending is paused. Please contact us.',
  }),
  account_resumed: () => ({
    subject: 'Your account has been reinstated',
    text: 'Your Hongyan account has been reinstated. You can send again.',
  }),
  payments_blocked: ({ by }) => ({
    subject: `${blocked[by]} are blocked`,
    text: `${blocked[by]} are blocked on your Hongyan account. You can still use your balance. Please contact us.`,
  }),
  credential_changed: ({ change, key, mode }) => ({
    subject: `Credential ${credentialSubjects[change]}`,
    text: `The credential ${key} of your Hongyan account ${credentials[change]}${change === 'mode' ? `: ${modes[mode]}` : ''}. ${NOT_YOU}`,
  }),
  ip_restriction_changed: ({ change }) => ({
    subject: { on: 'IP restriction turned on', off: 'IP restriction turned off', reverted: 'IP restriction reverted' }[
      change
    ],
    text: {
      on: `Your Hongyan account now refuses API calls from other IP addresses. ${NOT_YOU}`,
      off: `Your Hongyan account no longer refuses API calls by IP address. ${NOT_YOU}`,
      reverted:
        'The last change of your IP restriction was not kept within 10 minutes, so the earlier settings are back. Make the change again to keep it.',
    }[change],
  }),
  country_enabled: ({ country: iso2 }, { country }) => ({
    subject: `Sending to ${country(iso2)} turned on`,
    text: `Your Hongyan account can now send to ${country(iso2)}, a country often reported for SMS fraud. ${NOT_YOU}`,
  }),
  funds_changed: ({ change, amount, currency, reason }, { money }) => {
    const { subject, text } = fundsChanges[change](money(amount, currency))
    return { subject, text: `${text} Reason: ${reason}` }
  },
  topped_up: ({ amount, currency }, { money }) => ({
    subject: 'Top-up received',
    text: `${money(amount, currency)} has been credited to your Hongyan account.`,
  }),
  recharged: ({ amount, currency }, { money }) => ({
    subject: 'Your balance was recharged',
    text: `Your Hongyan balance was low, so auto-recharge charged ${money(amount, currency)} to your card. Your receipt is in Transactions.`,
  }),
  recharge_failed: ({ reason, amount, currency, link = '' }, { money }) =>
    recharges[reason](money(amount, currency), link),
  card_expiring: ({ last4, exp_month, exp_year, days }, { month: monthOf }) => {
    const month = monthOf(exp_month, exp_year)
    return days === '0'
      ? {
          subject: `Your card ending in ${last4} has expired`,
          text: `Your card ending in ${last4} expired at the end of ${month}. Auto-recharge can no longer charge it. Add a new card on the top-up page.`,
        }
      : {
          subject: `Your card ending in ${last4} expires soon`,
          text: `Your card ending in ${last4} expires at the end of ${month}. Add a new card on the top-up page before then to keep auto-recharge running.`,
        }
  },
  refund_ended: ({ status, amount, paid_out, currency }, { money }) =>
    status === 'done'
      ? {
          subject: 'Refund completed',
          text: `We refunded ${money(paid_out, currency)} of ${money(amount, currency)} to your original payment method. Your bank or wallet may take a few days to show it.`,
        }
      : {
          subject: 'Refund failed',
          text: `Your refund of ${money(amount, currency)} could not be paid out. The full amount is back in your Hongyan balance, including any fee and cashback. Try again later or contact us.`,
        },
  dispute: ({ amount, currency, paid_at }, { money, dayOf }) => ({
    subject: 'Payment disputed',
    text: `Your card's bank disputed your payment of ${dayOf(paid_at)} and reversed ${money(amount, currency)}. We deducted this amount from your Hongyan balance and paused card payments. If you recognise the payment, ask your bank to withdraw the dispute and the amount is returned. If not, change your password and contact us.`,
  }),
  balance_low: ({ below, balance, currency }, { money }) => ({
    subject: 'Your balance is low',
    text: `Your Hongyan account has ${money(balance, currency)} left, below your ${money(below, currency)} alert threshold. Top up in the console.`,
  }),
  invoice_issued: ({ number, amount, currency, due_on }, { money, day }) => ({
    subject: `Invoice ${number}`,
    text: `Invoice ${number} for ${money(amount, currency)} has been issued and is due on ${day(due_on)}. Pay it on the Invoices page of the console.`,
  }),
  invoice_due: ({ number, amount, currency, due_on, days }, { money, day }) => ({
    subject: `Invoice ${number} ${dueIn(Number(days))}`,
    text: `Invoice ${number} ${dueIn(Number(days))}. ${money(amount, currency)} ${Number(days) > 0 ? 'was' : 'is'} due on ${day(due_on)}. Pay it on the Invoices page of the console.`,
  }),
  invoice_part_paid: ({ number, amount, outstanding, currency }, { money }) => ({
    subject: `Payment received for invoice ${number}`,
    text: `Thank you. We received ${money(amount, currency)} for invoice ${number}. ${money(outstanding, currency)} is still outstanding.`,
  }),
  invoice_paid: ({ number, amount, currency }, { money }) => ({
    subject: `Invoice ${number} paid`,
    text: `Thank you. We received ${money(amount, currency)}, and invoice ${number} is paid in full.`,
  }),
  invoice_void: ({ number, credit_note, amount, currency }, { money }) => ({
    subject: `Invoice ${number} voided`,
    text: `We voided invoice ${number}, and no payment is due for it. Credit note ${credit_note} for ${money(amount, currency)} is on the Invoices page of the console. Your next invoice bills what is still owed.`,
  }),
  verification_approved: ({ valid_until }, { dayOf }) => ({
    subject: 'Your account is verified',
    text: `We verified your Hongyan account. The verification is valid until ${dayOf(valid_until)}; we will remind you to renew it.`,
  }),
  verification_rejected: ({ reasons }) => ({
    subject: 'Your verification was rejected',
    text: `We could not verify your Hongyan account.${reasonLines(reasons, 'en')} Correct this on the Verification page of the console and submit it again.`,
  }),
  verification_expiring: ({ days, valid_until, grace_until }, { dayOf }) =>
    days === '0'
      ? {
          subject: 'Your verification has expired',
          text: `The verification of your Hongyan account expired on ${dayOf(valid_until)}. Submit your details again by ${dayOf(grace_until)} to stay verified.`,
        }
      : {
          subject: `Your verification expires in ${days} ${days === '1' ? 'day' : 'days'}`,
          text: `The verification of your Hongyan account expires on ${dayOf(valid_until)}. Submit your details again on the Verification page of the console to renew it.`,
        },
  verification_expired: () => ({
    subject: 'Your account is no longer verified',
    text: 'The yearly renewal of your verification is missing, so your Hongyan account is no longer verified. Refunds and sending to further countries are paused until you verify it again on the Verification page of the console.',
  }),
  signature_approved: ({ name }) => ({
    subject: `Sender ID ${name} approved`,
    text: `We approved the sender ID ${name} of your Hongyan account. Messages can use it now.`,
  }),
  signature_rejected: ({ name, reasons }) => ({
    subject: `Sender ID ${name} rejected`,
    text: `We rejected the sender ID ${name} of your Hongyan account.${senderLines(reasons, 'en')} Correct this on the Sender IDs page of the console and submit it again.`,
  }),
  signature_filing: (filing) => filingText('sender ID', filing),
  signature_revocation: (values, formats) => revocationText('sender ID', values, formats),
  signature_expiring: ({ name, days, due_on }, { day }) => ({
    subject: `The authorisation of ${name} ends in ${days} ${days === '1' ? 'day' : 'days'}`,
    text: `The authorisation to use the sender ID ${name} ends on ${day(due_on)}. Messages under it are refused after that day. Have a new one signed and upload it on the Sender IDs page of the console before then.`,
  }),
  signature_renewal: ({ name, state, due_on, reasons }, { day }) =>
    state === 'approved'
      ? {
          subject: `New authorisation of ${name} approved`,
          text: `We approved the new authorisation to use the sender ID ${name}. It is valid until ${day(due_on)}.`,
        }
      : {
          subject: `New authorisation of ${name} rejected`,
          text: `We rejected the new authorisation to use the sender ID ${name}.${senderLines(reasons, 'en')} The present one stays valid until its last day. Upload another one on the Sender IDs page of the console.`,
        },
  template_approved: ({ name }) => ({
    subject: `Template ${name} approved`,
    text: `We approved the template ${name} of your Hongyan account. Messages can use it now.`,
  }),
  template_rejected: ({ name, reasons }) => ({
    subject: `Template ${name} rejected`,
    text: `We rejected the template ${name} of your Hongyan account.${senderLines(reasons, 'en')} Correct this on the Templates page of the console and submit it again.`,
  }),
  template_filing: (filing) => filingText('template', filing),
  template_revocation: (values, formats) => revocationText('template', values, formats),
  webhook_changed: ({ name, state }) => ({
    subject: state === 'recovered' ? `Webhook ${name} recovered` : `Webhook ${name} isn’t working`,
    text: {
      failing: `The webhook ${name} of your Hongyan account didn't accept an event after all retries. Check your server, then replay what failed in the console.`,
      failing_day: `The webhook ${name} of your Hongyan account has failed for a day. Check your server. After five days we disable the webhook.`,
      failing_days: `The webhook ${name} of your Hongyan account has failed for four days. We disable it tomorrow unless it accepts a request.`,
      gone: `The webhook ${name} of your Hongyan account answered 410, so we disabled it. Its events are kept for 7 days. Enable it in the console when it is back.`,
      failures: `Every request to the webhook ${name} of your Hongyan account failed for five days, so we disabled it. Its events are kept for 7 days. Enable it in the console when it works.`,
      recovered: `The webhook ${name} of your Hongyan account accepts requests again.`,
    }[state],
  }),
  day_cap_passed: ({ limit }, { count }) => ({
    subject: `Your daily cap of ${count(limit, 'message', 'messages')} was passed`,
    text: `Your Hongyan account sent more than ${count(limit, 'message', 'messages')} today. The cap is set to alert, so messages keep going out. Check the messages of today, or set the cap to block in the console.`,
  }),
  country_cap_passed: ({ country: iso2, limit }, { count, country }) => ({
    subject: `Your hourly cap for ${country(iso2)} was passed`,
    text: `Your Hongyan account sent more than ${count(limit, 'message', 'messages')} to ${country(iso2)} within an hour. The cap is set to alert, so messages keep going out. Check the messages of today, or set the cap to block in the console.`,
  }),
  broadcast_finished: ({ name, sent, skipped }, { count }) => ({
    subject: `Your broadcast ${name} is sent`,
    text: `The broadcast ${name} of your Hongyan account is sent: ${count(sent, 'message', 'messages')} went out, ${count(skipped, 'recipient was', 'recipients were')} skipped. The console shows how many arrive.`,
  }),
  broadcast_interrupted: ({ name, reason }) => ({
    subject: `Your broadcast ${name} is paused`,
    text: `The broadcast ${name} of your Hongyan account is paused. ${pauses[reason]}`,
  }),
  export_ended: ({ name, state, rows }, { count }) =>
    state === 'finished'
      ? {
          subject: `Your export ${name} is ready`,
          text: `The export ${name} of your Hongyan account is ready, with ${count(rows, 'row', 'rows')}. Download it in the console within 7 days.`,
        }
      : {
          subject: `Your export ${name} has no file`,
          text:
            state === 'empty'
              ? `Nothing matched the export ${name} of your Hongyan account. Change its days or filters and run it again.`
              : `The export ${name} of your Hongyan account failed. Retry it in the console.`,
        },
  ticket_replied: ({ no, subject, text, until, reply_to: replyTo }, { momentOf }) => ({
    subject: `Re: ${subject} (ticket #${no})`,
    text: [
      text,
      until === '' ? answers(replyTo) : `We marked this ticket as solved. ${reopens(momentOf(until), replyTo)}`,
    ].join('\n\n'),
    brief: `Hongyan support replied to your ticket #${no}: ${subject}. Read the reply in the console.`,
    title: `Open ticket #${no}`,
  }),
  ticket_solved: ({ no, subject, until, silence, reply_to: replyTo }, { momentOf }) => {
    const why = silence === 'yes' ? 'We had no answer from you for 7 days, so we' : 'We'
    return {
      subject: `Ticket #${no} is solved`,
      text: `${why} marked your ticket #${no} (${subject}) as solved. ${reopens(momentOf(until), replyTo)}`,
      title: `Open ticket #${no}`,
    }
  },
}
