/**
 * The messages of specification sections 5 and 8, as its lines write them, and the words of the console. Braces stand for
 * what the console puts in.
 */
export const messages = {
  'invalid card number': 'invalid card number',
  'Expiration date is required': 'Expiration date is required',
  'MM/YY format, eg 06/27': 'MM/YY format, eg 06/27',
  'CVC is required': 'CVC is required',
  'CVC should be 3 digits': 'CVC should be 3 digits',
  'invalid phone': 'invalid phone',
  'invalid code': 'invalid code',
  'Inconsistent password': 'Inconsistent password',
  'The new phone number cannot be the same as the current number':
    'The new phone number cannot be the same as the current number',
  'The new email address cannot be the same as the current email':
    'The new email address cannot be the same as the current email',
  '[status] status text': '[502] Bad Gateway',
  'Request failed': 'Request failed',
  'Not acceptable type': 'Not acceptable type. Choose another file.',
  'Parse file failed': 'Parse file failed',
  'Empty file': 'Empty file',
  'No valid phone numbers': 'No valid phone numbers',
  Unknown: 'Unknown',
  'Unknown error': 'Unknown error.',
  'Your account is suspended': 'Your account is suspended',
  'Are you sure you want to delete the {entity} "{object}"?':
    'Are you sure you want to delete the card "Visa •••• 4242"?',
  'No search results found': 'No search results found',
  'No new messages': 'No new messages',
  '{entity} created': 'Card created',
  '{entity} updated': 'Profile updated',
  '{entity} deleted': 'Card deleted',
  '{entity} submitted, please wait for review': 'Template submitted, please wait for review',
  'Config saved': 'Config saved',
  'Config activated': 'Config activated',
  'Load more entries': 'Load more entries',
  'All entries are loaded': 'All entries are loaded',
  'The top up is completed, and the funds have been credited to your account':
    'The top up is completed, and the funds have been credited to your account',
  'Auto-recharge is set': 'Auto-recharge is set',
  'Identity verified': 'Identity verified',
  'Your account phone number has been set up': 'Your account phone number has been set up',
  'Your account phone number has been changed': 'Your account phone number has been changed',
  'Your account email has been set up': 'Your account email has been set up',
  'Your account email has been changed': 'Your account email has been changed',
  'Information synced automatically': 'Information synced automatically',
  'Your account password has been updated': 'Your account password has been updated',
  'Logging out, please log in again...': 'Logging out, please log in again...',
  'a credential updated or deleted message': 'Credential updated',
  "A 403 on the top-up request opens an alert with the server's message":
    'This payment method is blocked on your account.',
} as const
export type MessageName = keyof typeof messages

/** Lines of the specification that write several messages at once. */
export const severalInOne: Readonly<Record<string, readonly MessageName[]>> = {
  '{entity} created/updated/deleted': ['{entity} created', '{entity} updated', '{entity} deleted'],
  'Your account phone number has been set up/changed': [
    'Your account phone number has been set up',
    'Your account phone number has been changed',
  ],
  'and the email equivalent': ['Your account email has been set up', 'Your account email has been changed'],
}

/** A call that the server refuses with its words in both languages. */
export interface RuledCall {
  readonly method: string
  readonly path: string
  readonly body: object
  readonly status: number
  readonly en: string
  readonly zh: string
}

const ruled = (method: string, path: string, body: object, en: string, zh: string, status = 400): RuledCall => ({
  method,
  path,
  body,
  status,
  en,
  zh,
})

/** The calls of a suspended account, and of one that may not pay by card. */
export const barredCalls = {
  suspended: ruled(
    'PUT',
    '/credentials',
    { mode: 2 },
    'Your account is suspended. Check your email or contact support.',
    '您的账户已被暂停。请查看邮箱或联系客服。',
    403,
  ),
  blocked: ruled(
    'POST',
    '/topup',
    { amount: '50', channel: 'stripe', currency: 'USD' },
    'This payment method is blocked on your account. Use another one.',
    '您的账户暂不能使用该支付方式。请更换支付方式或联系客服。',
    403,
  ),
} as const

const card = { number: '4242424242424242', exp_month: 6, exp_year: 2035, cvc: '123' }
const payer = { billing_name: 'Ada Lin', addr_country: 'SG', addr_city: 'Singapore', addr_state: 'Singapore' }
const form = { type: 'card', card, ...payer, addr_line1: '1 Raffles Place', addr_zip: '048616' }
const ofCard = (change: object, en: string, zh: string) =>
  ruled('PUT', '/paymentMethods', { ...form, card: { ...card, ...change } }, en, zh)
const bind = { scene: 'verif_bind_phone', phone: '12345' }
const changed = { token: 'none', rebindVia: 'email', rebindToken: 'none' }

/** The rules of section 5 that the server holds too, for an owner with these contacts. */
export const ruledCalls = (phone: string, email: string): readonly RuledCall[] => [
  ofCard({ number: '42424242424' }, 'invalid card number', '卡号无效'),
  ofCard({ exp_month: undefined }, 'Expiration date is required', '请输入有效期'),
  ofCard({ exp_month: 13 }, 'MM/YY format, eg 06/27', '格式为 MM/YY，例如 06/27'),
  ofCard({ cvc: undefined }, 'CVC is required', '请输入安全码（CVC）'),
  ofCard({ cvc: '12' }, 'CVC should be 3 digits', '安全码（CVC）应为 3 位数字'),
  ruled('POST', '/verif/code', bind, 'invalid phone', '手机号格式不正确'),
  ruled('POST', '/verif/verification', { ...bind, phone, code: '123' }, 'invalid code', '验证码格式不正确'),
  ruled(
    'POST',
    '/account/change/phone',
    { phone, ...changed },
    'The new phone number cannot be the same as the current number',
    '新手机号不能与当前手机号相同',
  ),
  ruled(
    'POST',
    '/account/change/email',
    { email: email.toUpperCase(), ...changed },
    'The new email address cannot be the same as the current email',
    '新邮箱不能与当前邮箱相同',
  ),
]
