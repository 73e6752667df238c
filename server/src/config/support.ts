import type { Partition } from '@hongyan/contract/vocabulary/account'
import type { SupportChannel } from '@hongyan/contract/vocabulary/support'
import { isZone } from '@hongyan/contract/wall-clock'
import { StartError } from '../kit/start-error.ts'
import { minutesOf, type WorkingHours } from '../kit/working-hours.ts'
import { type Environment, text } from './env.ts'

export interface SupportConfig {
  /** The address of each channel, as people type it; null hides the channel. */
  readonly contacts: Readonly<Record<SupportChannel, string | null>>
  readonly hours: Readonly<Record<Partition, WorkingHours>>
  /** The mailbox whose mail service passes replies on; null: emails name no address for replies. */
  readonly mail: SupportMail | null
}

export interface SupportMail {
  /** Replies go to this address with a token: `name+token@domain`. In lower case. */
  readonly address: string
  /** Signs the calls that pass replies on, in the notation of Standard Webhooks. */
  readonly secret: string
}

interface Contact {
  readonly setting: string
  readonly shape: RegExp
  readonly described: string
  /** The sandbox's address, which reaches no one. */
  readonly example: string
}

const email = /^[\w.%+-]{1,64}@[\w-]+(?:\.[\w-]+)+$/

const contacts: Readonly<Record<SupportChannel, Contact>> = {
  whatsapp: {
    setting: 'SUPPORT_WHATSAPP',
    shape: /^\+[1-9]\d{6,14}$/,
    described: 'a phone number such as +12065550100',
    example: '+12065550100',
  },
  telegram: {
    setting: 'SUPPORT_TELEGRAM',
    shape: /^@?[A-Za-z]\w{4,31}$/,
    described: 'a user name such as @hongyan_example',
    example: '@hongyan_example',
  },
  line: {
    setting: 'SUPPORT_LINE',
    shape: /^@?[\w.-]{3,32}$/,
    described: 'a LINE ID such as @hongyan.example',
    example: '@hongyan.example',
  },
  wechat: {
    setting: 'SUPPORT_WECHAT',
    shape:
      /^(?:[A-Za-z][\w-]{5,19}|https:\/\/(?:work\.weixin\.qq\.com|weixin\.qq\.com|u\.wechat\.com)\/[\w./?=&%-]{1,200})$/,
    described: 'a WeChat ID, or a link that begins with https://work.weixin.qq.com/ or https://u.wechat.com/',
    example: 'https://work.weixin.qq.com/kfid/kfc0000000000example',
  },
  email: {
    setting: 'SUPPORT_EMAIL',
    shape: email,
    described: 'an email address',
    example: 'support@hongyan.example',
  },
}

const defaultHours: Readonly<Record<Partition, string>> = {
  us: 'Mon-Fri 09:00-18:00 America/New_York',
  cn: 'Mon-Fri 09:00-18:00 Asia/Shanghai',
}

/** A mail server takes 64 characters before the @: the name, a plus sign and a token of 50. */
const mailbox = /^[\w.%-]{1,13}@/
/** A key of 24 bytes or more. */
const mailSecret = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/

/** Reads the channels of support, its hours, and the mailbox for replies. The sandbox has an example of each channel. */
export function readSupport(env: Environment, sandbox: boolean): SupportConfig {
  const contact = (channel: SupportChannel): string | null => readContact(env, contacts[channel], sandbox)
  return {
    contacts: {
      whatsapp: contact('whatsapp'),
      telegram: contact('telegram'),
      line: contact('line'),
      wechat: contact('wechat'),
      email: contact('email'),
    },
    hours: {
      us: readHours(env, 'SUPPORT_HOURS_US', defaultHours.us),
      cn: readHours(env, 'SUPPORT_HOURS_CN', defaultHours.cn),
    },
    mail: readMail(env),
  }
}

function readContact(env: Environment, { setting, shape, described, example }: Contact, sandbox: boolean) {
  const value = text(env, setting)
  if (value === null) return sandbox ? example : null
  if (value === 'none') return null
  if (shape.test(value)) return value
  throw new StartError(`${setting} must be ${described}, not "${value}".`)
}

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

function readHours(env: Environment, name: string, fallback: string): WorkingHours {
  const [days = '', times = '', zone = '', ...rest] = (text(env, name) ?? fallback).split(/\s+/)
  const listed = days.split(',').map(daysOf)
  const [from = '', to = ''] = times.split('-')
  const isWhole = rest.length === 0 && listed.every((some) => some.length > 0) && isTime(from) && isTime(to)
  if (!isWhole || minutesOf(from) >= minutesOf(to) || !isZone(zone)) {
    throw new StartError(`${name} must be like "Mon-Fri 09:00-18:00 America/New_York".`)
  }
  return { days: [...new Set(listed.flat())].toSorted((one, other) => one - other), from, to, zone }
}

/** The weekdays of `Mon` or `Mon-Fri`; none for anything else. */
function daysOf(part: string): readonly number[] {
  const [first = '', last = first, ...rest] = part.split('-')
  const [from, to] = [dayNames.indexOf(first), dayNames.indexOf(last)]
  if (from < 0 || to < from || rest.length > 0) return []
  return Array.from({ length: to - from + 1 }, (_, nr) => from + nr + 1)
}

const isTime = (value: string): boolean => /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.test(value)

function readMail(env: Environment): SupportMail | null {
  const [address, secret] = [text(env, 'SUPPORT_MAIL_ADDRESS'), text(env, 'SUPPORT_MAIL_SECRET')]
  if (address === null && secret === null) return null
  if (address === null || secret === null) {
    throw new StartError('Replies by email need both SUPPORT_MAIL_ADDRESS and SUPPORT_MAIL_SECRET.')
  }
  if (!email.test(address) || !mailbox.test(address)) {
    throw new StartError(
      'SUPPORT_MAIL_ADDRESS must be an email address with at most 13 characters before the @, and no plus sign.',
    )
  }
  if (!mailSecret.test(secret)) {
    throw new StartError('SUPPORT_MAIL_SECRET must be whsec_ and a key of 24 bytes or more in base64.')
  }
  return { address: address.toLowerCase(), secret }
}
