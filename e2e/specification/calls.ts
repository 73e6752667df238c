import { account } from '@hongyan/contract/endpoints/account/account'
import { codes } from '@hongyan/contract/endpoints/account/codes'
import { profile } from '@hongyan/contract/endpoints/account/profile'
import { configuration } from '@hongyan/contract/endpoints/configuration'
import { plugins } from '@hongyan/contract/endpoints/extensions/plugins'
import { autoRecharge } from '@hongyan/contract/endpoints/finance/auto-recharge'
import { paymentMethods } from '@hongyan/contract/endpoints/finance/payment-methods'
import { topUp } from '@hongyan/contract/endpoints/finance/top-up'
import { lookup } from '@hongyan/contract/endpoints/lookup'
import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import { routing } from '@hongyan/contract/endpoints/messaging/routing'
import { statistics } from '@hongyan/contract/endpoints/messaging/statistics'
import { publicTemplates } from '@hongyan/contract/endpoints/messaging/templates'

interface Parser {
  readonly parse: (reply: unknown) => unknown
}

/** A row of the table of calls. */
export interface SpecifiedCall {
  /** The names of its query or body; those inside another one stand alone. */
  readonly request: readonly string[]
  /** The names that the reply has, or each entry of a list; `/` leads into another one. */
  readonly reply: readonly string[]
  /** The replies of the contract's rows, one for each path that the table's row stands for. */
  readonly schemas: Readonly<Record<string, Parser>>
}

const row = (
  request: readonly string[],
  reply: readonly string[],
  path: string,
  { reply: schema }: { readonly reply: Parser },
): SpecifiedCall => ({ request, reply, schemas: { [path]: schema } })

const settings = ['acct_auto_recharge/enable', 'acct_auto_recharge/below', 'acct_auto_recharge/topup']
const card = ['number', 'exp_month', 'exp_year', 'cvc']
const billing = ['billing_name', 'addr_country', 'addr_line1', 'addr_line2', 'addr_city', 'addr_state', 'addr_zip']
const savedCard = ['id', 'card/last4', 'card/exp_month', 'card/exp_year', 'card/brand']
const credential = ['id', 'key', 'secret', 'mode', 'type']

/** Every field of a user account (specification section 3). */
const user = [
  'id',
  'avatar_url',
  'firstname',
  'lastname',
  'fullname',
  'nickname',
  'realname_info/name',
  'username',
  'suid',
  'gender',
  'phone',
  'shieldPhone',
  'email',
  'partition',
  'currency',
  'balance_amount',
  'credit_enabled',
  'credit_amount',
  'credit_balance_amount',
  'realname_auth',
  'activated',
  'config/sms_wildcard',
  'config/sms_smpp',
  'config/release.channel',
  'config/isCanary',
  'config/acct_status',
]

/** The calls of specification section 7, under method and path as its table writes them. */
export const calls = {
  'GET /account': row([], user, '/account', account.get),
  'GET /configuration/service/sms': row([], settings, '/configuration/service/sms', configuration.sms),
  /** Its body is the whole configuration. */
  'POST /configuration/service/sms': row([], settings, '/configuration/service/sms', configuration.saveSms),
  'GET /configuration/upstream': row([], ['version', 'rules', 'fallback/type'], '/configuration/upstream', routing.get),
  'GET /lookup/regions': row([], ['iso2', 'iso3', 'en', 'zh'], '/lookup/regions', lookup.regions),
  'GET /plugins': row([], ['id'], '/plugins', plugins.list),
  'GET /public/sms/templates': row([], ['lang', 'public'], '/public/sms/templates', publicTemplates.list),
  'GET /statistics/summary': row(
    ['period'],
    ['date', 'msg_cnt', 'to_cnt', 'succ_msg_cnt'],
    '/statistics/summary',
    statistics.summary,
  ),
  'GET /paymentMethods': row(['type'], savedCard, '/paymentMethods', paymentMethods.list),
  'PUT /paymentMethods': row(['type', 'card', ...card, ...billing], savedCard, '/paymentMethods', paymentMethods.add),
  'POST /topup': row(['amount', 'channel', 'currency'], ['action', 'payload', 'id'], '/topup', topUp.create),
  'POST /topup/auto': row(
    ['enable', 'below', 'topup', 'pm_id', 'agreed'],
    ['enable', 'below', 'topup', 'pm_id'],
    '/topup/auto',
    autoRecharge.set,
  ),
  'POST /transactions/multi/check': row(
    ['id', 'channel', 'ts'],
    ['status', 'extra'],
    '/transactions/multi/check',
    topUp.check,
  ),
  'GET /credentials': row(['limit', 'offset', 'status'], credential, '/credentials', credentials.list),
  'PUT /credentials': row(['mode'], credential, '/credentials', credentials.create),
  'PATCH /credentials/{id}': row(['id', 'key', 'mode'], credential, '/credentials/{id}', credentials.update),
  'DELETE /credentials/{id}': row([], [], '/credentials/{id}', credentials.remove),
  'PATCH /account/profile': row(['firstname', 'lastname', 'gender'], user, '/account/profile', profile.save),
  'POST /verif/code': row(['scene', 'phone', 'email', 'via'], [], '/verif/code', codes.send),
  'POST /verif/verification': row(['phone', 'email', 'code', 'scene'], ['token'], '/verif/verification', codes.verify),
  'POST /account/change/{phone or email}': {
    request: ['phone', 'email', 'rebindVia', 'rebindToken', 'token'],
    reply: user,
    schemas: {
      '/account/change/phone': profile.changePhone.reply,
      '/account/change/email': profile.changeEmail.reply,
    },
  },
  'POST /account/change/password': row(
    ['curpassword', 'password'],
    [],
    '/account/change/password',
    profile.changePassword,
  ),
} as const satisfies Readonly<Record<string, SpecifiedCall>>
export type CallName = keyof typeof calls
