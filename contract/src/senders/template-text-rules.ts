import { sending } from '../limits/messaging.ts'
import { templates as limits } from '../limits/senders.ts'
import { ENDINGS, hasLink, placeOfLink } from '../sms/links-in-text.ts'
import { hasPhoneNumber } from '../sms/phones-in-text.ts'
import { septetsOf } from '../sms/encoding.ts'
import { unicodeCharacters } from '../sms/plain-characters.ts'
import { withoutDisguise } from '../sms/plain-text.ts'
import { count } from '../sms/segments.ts'
import { Partition } from '../vocabulary/account.ts'
import { MessageScene } from '../vocabulary/message.ts'
import type { TemplateField } from '../vocabulary/template.ts'
import { variableNames } from './content.ts'
import { fixedTexts, fixedWords, masked, variablePlaces, withSamples, wordsIn } from './content-text.ts'
import type { FormContext, TemplateForm } from './forms.ts'
import { longestText } from './parts.ts'
import { isBlank, lengthOf, matches, type Place, type Range, type Rule, texts, when } from './rule.ts'
import { shorteners } from './shorteners.ts'
import { traditionalCharacters } from './traditional-characters.ts'

type TemplateRule<Id extends string> = Rule<TemplateForm, TemplateField, Id>

const rule = <const Id extends string>(one: Omit<TemplateRule<Id>, 'field'>): TemplateRule<Id> => ({
  field: 'content',
  ...one,
})

const { Verification, Notification, Marketing } = MessageScene

const typesOf = ({ variables }: TemplateForm) => new Map(variables.map(({ name, type }) => [name, type]))
const declaredIn = (form: TemplateForm) => new Set(form.variables.map(({ name }) => name))

const partsOf = (text: string, { partition }: FormContext): number =>
  count(text, partition === Partition.Cn ? 'china' : 'standard').parts

/** Placeholders of other products. A `$` before an amount is a currency. */
const FOREIGN = /#[a-z]\w*#|%[a-z]\w*%|%[sd](?![a-z])|<[a-z]\w*>/giu
const dollars = (form: TemplateForm): readonly Place<never>[] =>
  variablePlaces(form.content)
    .filter(({ name, at }) => {
      const type = typesOf(form).get(name)
      return form.content[at.from - 1] === '$' && type !== 'money' && type !== 'number'
    })
    .map(({ at }) => ({ at: { from: at.from - 1, to: at.to } }))

/** The fewest fixed words beside each variable that let a reviewer see the purpose. */
const WORDS_OF_VARIABLE = 3

/** The places where two variables meet. In mainland China a blank does not part them. */
function meetings(content: string, mainland: boolean): readonly Place<never>[] {
  const places = variablePlaces(content)
  return places.flatMap(({ at }, index) => {
    const next = places[index + 1]
    if (next === undefined) return []
    const between = content.slice(at.to, next.at.from)
    return (mainland ? between.trim() : between) === '' ? [{ at: { from: at.from, to: next.at.to } }] : []
  })
}

/** A run of the characters that addresses are made of, with a variable in it. */
const WITH_VARIABLE = /[\w.~:/?#@!$&'*+,;=%\ue000-]*\ue000[\w.~:/?#@!$&'*+,;=%\ue000-]*/gu
const ADDRESS = new RegExp(`https?:|//|www\\.|[\\w\\ue000-]\\.(?:${ENDINGS})(?!\\w)`, 'iu')

const brokenLinks = (content: string): readonly Place<never>[] => {
  const text = masked(content)
  return matches(text, WITH_VARIABLE).filter(({ at }) => ADDRESS.test(text.slice(at.from, at.to)))
}

const BROKEN_NUMBER = /\+?\p{Nd}{2,}-?\ue000+(?:-?\p{Nd}+)?|(?<!\ue000)\ue000+-?\p{Nd}{2,}/gu

/** Controls except line breaks, soft hyphens, zero-width and tag characters, and marks that turn the direction. */
const INVISIBLE =
  /[\p{Cc}\u00ad\u115f\u1160\u180e\u200b\u202a-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufeff\uffa0]|[\u{e0000}-\u{e007f}]/gu
/** Marks that scripts written from right to left and those of India need. */
const JOINERS = /[\u200c-\u200f]/gu
const NEEDS_JOINERS =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Extended_Pictographic}]/u
const FLAGS = /\u{1f3f4}[\u{e0020}-\u{e007f}]+/gu

function invisibles(content: string): readonly Place<never>[] {
  const text = content.replaceAll(FLAGS, (flag) => '\ue000'.repeat(flag.length))
  const found = matches(text, INVISIBLE).filter(({ at }) => !/^[\r\n]$/.test(text.slice(at.from, at.to)))
  return NEEDS_JOINERS.test(text) ? found : [...found, ...matches(text, JOINERS)]
}

const SHORT = new RegExp(
  `(?<![\\w.-])(?:www\\.)?(?:${shorteners.map((host) => host.replaceAll('.', '\\.')).join('|')})/[\\w\\ue000]\\S*`,
  'giu',
)
const shortLinks = (content: string): readonly Place<never>[] => {
  const text = masked(content)
  const plain = matches(text, SHORT)
  return plain.length > 0 ? plain : when(withoutDisguise(text).search(SHORT) >= 0)
}

/** Addresses of IPv4, which are links without a path too. */
const IP = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/u

const links = (content: string): readonly Place<never>[] =>
  fixedTexts(content).flatMap(({ text, from }) => {
    const ip = IP.exec(text)
    if (ip !== null) return [{ at: shift({ from: ip.index, to: ip.index + ip[0].length }, from) }]
    if (!hasLink(text)) return []
    const at = placeOfLink(text)
    return at === null ? [{}] : [{ at: shift(at, from) }]
  })

const shift = ({ from, to }: Range, by: number): Range => ({ from: from + by, to: to + by })

const DIGITS = /\+?\p{Nd}[\p{Nd}\s().·–—-]{2,}\p{Nd}/gu

/** The phone numbers in fixed text, and the variables of the type phone. */
const numbers = (form: TemplateForm): readonly Place<never>[] => {
  const types = typesOf(form)
  const fixed = fixedTexts(form.content).flatMap(({ text, from }): readonly Place<never>[] => {
    if (!hasPhoneNumber(text)) return []
    const run = matches(text, DIGITS).find(({ at }) => at.to - at.from > 4)
    return run === undefined ? [{}] : [{ at: shift(run.at, from) }]
  })
  const typed = variablePlaces(form.content).filter(({ name }) => types.get(name) === 'phone')
  return [...fixed, ...typed.map(({ at }) => ({ at }))]
}

const CODE_WORD = /验证码|注册码|校验码|动态码/u
const ANY_CODE_WORD =
  /验证码|注册码|校验码|动态码|动态密码|驗證碼|(?:verification|security|login|log-in|sign-in|access) code|one[- ]time (?:pass)?(?:code|word)|passcode|\botp\b/iu
const CODE_PURPOSE =
  /分钟|小时|有效|失效|登录|登陆|注册|支付|付款|绑定|解绑|修改|找回|重置|身份|注销|取票|下单|报名|提现|转账|申请|认证|minute|sign|log/iu

const PROMOTION =
  /优惠|折扣|打折|[一二三四五六七八九\d.]+折(?![叠页断线])|满\s?\d+\s?[减送返]|立减|促销|特价|秒杀|抢购|大促|钜惠|特惠|买[一二三1-3]送|免费领|新品(?:上市|首发|发布|到店|来袭|推荐)|限时(?:抢|折|优|特)|[领抢送]红包|(?<!好评)返现|低至|降价|\b(?:\d+\s?% off|discounts?|coupons?|promo(?:tion)?(?: code)?s?|special offer|limited[- ]time|shop now|buy now|buy one,? get|flash sale|on sale|clearance|free gift|exclusive (?:offer|deal)s?|save up to|best deals?)/giu

/** Words that tell the recipient how to leave (semantics D9). Those that are common English count after “reply” only. */
const OPT_OUT = [
  /(?<!\p{L})(?:STOP(?! (?!TO\b|AU\b)\p{Lu}{2})(?:ALL)?|STOP ALL|UNSUBSCRIBE|OPT-?OUT|ARR[EÊ]T|BAJA)(?!\p{L})|退订|退訂/u,
  /unsubscribe|opt[ -]?out/iu,
  /\b(?:reply|text|txt|send)\s+(?:with\s+)?["'“‘]?(?:stop(?:all)?|quit|revoke|end|cancel|remove)\b/iu,
]

/** The opt-out lines that mainland templates used to carry. */
const MAINLAND_OPT_OUT =
  /拒收(?:请)?回复?\s*R|(?:回复?|发送)\s*(?:TD|T|R|N|0000|退订)\s*(?:可)?退订|退订(?:请)?回复?\s*(?:TD|T|R|N)/giu

const usesSimplified = ({ language }: TemplateForm): boolean =>
  /^zh(?:$|-hans|-cn|-sg)/i.test(language) && !/hant/i.test(language)

function traditional({ content }: TemplateForm): readonly Place<never>[] {
  const found = Array.from(content).filter((character) => traditionalCharacters.has(character))
  const [first] = found
  if (first === undefined) return []
  const from = content.indexOf(first)
  return [{ at: { from, to: from + first.length }, values: { characters: [...new Set(found)].slice(0, 10).join('') } }]
}

/** Emoji, arrows, enclosed numbers, dingbats, corner brackets, superscripts and faces. */
const DECORATIVE =
  /(?![\d#*©®™℃])\p{Extended_Pictographic}[\ufe0e\ufe0f]?|[\u00b2\u00b3\u00b9\u203b\u2070-\u209f\u2190-\u21ff\u221a\u2300-\u23ff\u2460-\u24ff\u2500-\u27bf\u2900-\u297f\u2b00-\u2bff\u3200-\u33ff「」『』〖〗\ue000-\uf8ff]|\^[_o]\^/giu

/** Texts in Latin letters, for which one character more or less decides over GSM-7. */
const isLatin = (text: string): boolean =>
  Array.from(text.match(/\p{L}/gu) ?? []).every(
    (letter) => septetsOf(letter.charCodeAt(0)) > 0 || /\p{Script=Latin}|\p{Script=Common}/u.test(letter),
  )

function unicode(content: string): readonly Place<never>[] {
  const text = masked(content)
  if (!isLatin(text)) return []
  return unicodeCharacters(text)
    .filter(({ character }) => character !== '\ue000')
    .map(({ character, from, replacement }) => ({
      at: { from, to: from + character.length },
      values: {
        character,
        code: `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
        ...(replacement !== null && { replacement }),
      },
    }))
}

/** The rules of a template's content (screens S3). */
export const templateTextRules = [
  rule({
    id: 'content-required',
    severity: 'error',
    code: 'missing_params',
    find: ({ content }) => when(isBlank(content)),
    what: texts('Enter the text.', '请输入模板内容。'),
    remedy: texts('Start from one of the examples.', '可从示例模板开始。'),
    passes: { content: 'Your order has shipped.' },
    fails: { content: ' ' },
  }),
  rule({
    id: 'content-long',
    severity: 'error',
    code: 'too_long',
    find: (form) =>
      when(lengthOf(form.content) > limits.contentMax || lengthOf(withSamples(form)) > limits.contentMax, {
        max: String(limits.contentMax),
      }),
    what: texts('With its sample values the text exceeds {max} characters.', '代入示例值后，内容超过 {max} 个字符。'),
    remedy: texts('Shorten it.', '请缩短内容。'),
    passes: { content: 'Your order has shipped.' },
    fails: { content: 'Your order has shipped. '.repeat(30) },
  }),
  rule({
    id: 'over-ten-parts',
    severity: 'error',
    code: 'too_long',
    find: (form, context) =>
      when(partsOf(withSamples(form), context) > sending.maxParts, { max: String(sending.maxParts) }),
    what: texts('The text needs more than {max} parts.', '内容超过 {max} 条短信。'),
    remedy: texts('Shorten it, or use plain characters.', '请缩短内容，或改用普通字符。'),
    passes: { content: 'Your order has shipped.' },
    fails: { content: '👋'.repeat(400) },
  }),
  rule({
    id: 'may-exceed-ten-parts',
    severity: 'hint',
    code: 'too_long',
    find: (form, context) =>
      when(
        partsOf(withSamples(form), context) <= sending.maxParts &&
          partsOf(longestText(form.content, form.variables), context) > sending.maxParts,
        { max: String(sending.maxParts) },
      ),
    what: texts(
      'With its longest values the text needs more than {max} parts.',
      '变量取最大长度时，内容将超过 {max} 条。',
    ),
    remedy: texts(
      'Such messages are refused. Shorten the text or the variables.',
      '此类短信会被拒绝，请缩短内容或变量长度。',
    ),
    passes: { content: 'Your order has shipped.' },
    fails: {
      content: `${'Ж'.repeat(460)} {a}ж{b}ж{c}ж{d}ж{e}ж{f}ж{g}`,
      language: 'ru',
      variables: ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => ({
        name,
        type: 'text',
        max_length: 35,
        sample: 'ж',
      })),
    },
  }),
  rule({
    id: 'variable-syntax',
    severity: 'error',
    code: 'variable_syntax',
    find: ({ content }) => matches(masked(content), /\{[^{}]*\}|[{}]/gu),
    what: texts('This brace isn’t part of a variable.', '此处的花括号不是变量。'),
    remedy: texts(
      'Write variables as {name}, in lowercase letters, digits and underscores.',
      '变量写作 {name}：小写字母开头，仅含小写字母、数字和下划线。',
    ),
    passes: { content: 'Your order {order} has shipped.', variables: [order()] },
    fails: { content: 'Your order {Order} has shipped.' },
  }),
  rule({
    id: 'foreign-placeholder',
    severity: 'hint',
    code: 'variable_syntax',
    find: (form) => [...dollars(form), ...matches(masked(form.content), FOREIGN)],
    what: texts('This looks like another product’s variable.', '此处疑似其他平台的变量格式。'),
    remedy: texts('Write it as {name}, or it’s sent exactly as written.', '请写作 {name}，否则将原样发送。'),
    passes: { content: 'Your order {order} has shipped.', variables: [order()] },
    fails: { content: 'Your order ${order} has shipped.', variables: [order()] },
  }),
  rule({
    id: 'variable-undeclared',
    severity: 'error',
    code: 'variable_unused_type',
    find: (form) =>
      variableNames(form.content)
        .filter((name) => !declaredIn(form).has(name))
        .flatMap((name) =>
          variablePlaces(form.content)
            .filter((place) => place.name === name)
            .slice(0, 1)
            .map(({ at }) => ({ at, values: { variable: name } })),
        ),
    what: texts('The variable “{variable}” has no type.', '变量“{variable}”未设置类型。'),
    remedy: texts('Choose its type, length and sample.', '请设置类型、长度和示例值。'),
    passes: { content: 'Your order {order} has shipped.', variables: [order()] },
    fails: { content: 'Your order {order} has shipped.' },
  }),
  rule({
    id: 'variable-adjacent',
    severity: 'error',
    code: 'variable_adjacent',
    find: ({ content }, { partition }) => meetings(content, partition === Partition.Cn),
    what: texts('Variables can’t be next to each other.', '变量不能相邻。'),
    remedy: texts('Put words between them, or merge them.', '请在变量之间加入文字，或合并为一个变量。'),
    passes: { content: 'Order {order} for {shop} is ready.', variables: [order(), order('shop')] },
    fails: { content: 'Order {order}{shop} is ready.', variables: [order(), order('shop')] },
  }),
  rule({
    id: 'variables-only',
    severity: 'error',
    code: 'variable_syntax',
    find: ({ content }) =>
      when(variablePlaces(content).length > 0 && !fixedTexts(content).some(({ text }) => /[\p{L}\p{N}]/u.test(text))),
    what: texts('The text can’t be variables only.', '模板不能只有变量。'),
    remedy: texts('Write fixed words that show what the message is for.', '请加入能体现短信用途的固定文字。'),
    passes: { content: 'Your order {order} has shipped.', variables: [order()] },
    fails: { content: '{order}', variables: [order()] },
  }),
  rule({
    id: 'mostly-variables',
    severity: 'hint',
    code: 'variable_syntax',
    find: ({ content }) => {
      const words = fixedWords(content)
      return when(words > 0 && words < WORDS_OF_VARIABLE * variablePlaces(content).length)
    },
    what: texts('The text has few fixed words.', '固定文字过少。'),
    remedy: texts(
      'Reviewers reject texts whose purpose they can’t see.',
      '看不出用途的模板容易被驳回，请补充固定文字。',
    ),
    passes: { content: 'Your order {order} has shipped.', variables: [order()] },
    fails: { content: 'Hi {order}, {shop}', variables: [order(), order('shop')] },
  }),
  rule({
    id: 'partial-link',
    severity: 'error',
    code: 'variable_syntax',
    mainland: true,
    find: ({ content }) => brokenLinks(content),
    what: texts('A variable can’t be part of a link.', '变量不能作为链接的一部分。'),
    remedy: texts('Write the whole link as fixed text.', '请将完整链接写为固定文字。'),
    passes: { content: '您的订单{order}已发货，请留意查收。', variables: [order()] },
    fails: { content: '您的订单详情请见www.{order}.cn。', variables: [order()] },
  }),
  rule({
    id: 'partial-number',
    severity: 'error',
    code: 'variable_syntax',
    mainland: true,
    find: ({ content }) => matches(masked(content), BROKEN_NUMBER),
    what: texts('A variable can’t be part of a number.', '变量不能作为号码的一部分。'),
    remedy: texts(
      'Write the whole number as fixed text, or as one variable.',
      '请将完整号码写为固定文字，或整体设为一个变量。',
    ),
    passes: { content: '您的订单{order}已发货，请留意查收。', variables: [order()] },
    fails: { content: '如有疑问请拨打400{order}咨询。', variables: [order()] },
  }),
  rule({
    id: 'signature-brackets',
    severity: 'error',
    code: 'content_forbidden',
    find: ({ content }) => matches(content, /【[^【】]*】|[【】]/gu),
    what: texts('【】 is only for the sender ID.', '【】仅用于签名。'),
    remedy: texts('Remove it. We add the sender ID when we send.', '请删除，发送时会自动添加签名。'),
    passes: { content: 'Your order has shipped.' },
    fails: { content: '【Hongyan】Your order has shipped.' },
  }),
  rule({
    id: 'square-brackets',
    severity: 'error',
    code: 'content_forbidden',
    find: ({ content }) => matches(content, /^\s*[[\]]|[[\]]\s*$/gu),
    what: texts('The text can’t begin or end with [ or ].', '内容首尾不能使用 [ ]。'),
    remedy: texts('Carriers read them as a sender ID. Remove them.', '首尾的 [ ] 会被识别为签名，请删除。'),
    passes: { content: 'Your order [2 items] has shipped.' },
    fails: { content: '[Hongyan] Your order has shipped.' },
  }),
  rule({
    id: 'invisible-characters',
    severity: 'error',
    code: 'content_forbidden',
    find: ({ content }) => invisibles(content),
    what: texts('There’s an invisible character here.', '此处有不可见字符。'),
    remedy: texts('Remove it.', '请删除。'),
    passes: { content: 'Your order has shipped.' },
    fails: { content: 'Your order\u200b has shipped.' },
  }),
  rule({
    id: 'short-link',
    severity: 'error',
    code: 'content_forbidden',
    find: ({ content }) => shortLinks(content),
    what: texts('Short links aren’t allowed.', '不支持短链接。'),
    remedy: texts('Carriers block them. Write the full link.', '短链接会被运营商拦截，请使用完整链接。'),
    passes: { content: 'Your invoice: https://example.com/invoices' },
    fails: { content: 'Your invoice: https://bit.ly/3xYz' },
  }),
  rule({
    id: 'unregistered-link',
    severity: 'rejection',
    code: 'content_forbidden',
    mainland: true,
    find: ({ content }) => links(content),
    what: texts(
      'The link isn’t registered. China Telecom has blocked such links since 20 May 2025, China Mobile since 10 July 2025.',
      '该链接未报备。中国电信自 2025 年 5 月 20 日起、中国移动自 2025 年 7 月 10 日起拦截未报备的链接。',
    ),
    remedy: texts('Links can’t be registered yet. Remove it.', '链接报备暂未开放，请删除链接。'),
    passes: { content: '您的账单已出，请登录查看。' },
    fails: { content: '您的账单已出，请访问www.example.cn查看。' },
  }),
  rule({
    id: 'unregistered-number',
    severity: 'rejection',
    code: 'content_forbidden',
    mainland: true,
    find: numbers,
    what: texts(
      'The phone number isn’t registered. China Telecom has blocked such numbers since 20 May 2025, China Mobile since 10 July 2025.',
      '该电话号码未报备。中国电信自 2025 年 5 月 20 日起、中国移动自 2025 年 7 月 10 日起拦截未报备的号码。',
    ),
    remedy: texts('Numbers can’t be registered yet. Remove it.', '号码报备暂未开放，请删除号码。'),
    passes: { content: '您的工单已受理，请留意。' },
    fails: { content: '您的工单已受理，详询400-820-8820。' },
  }),
  rule({
    id: 'code-word',
    severity: 'error',
    code: 'scene_mismatch',
    mainland: true,
    scenes: [Verification],
    find: ({ content }) => when(!isBlank(content) && !CODE_WORD.test(content)),
    what: texts(
      'A verification text must say “验证码”, “注册码”, “校验码” or “动态码”.',
      '验证码模板须包含“验证码”“注册码”“校验码”或“动态码”。',
    ),
    remedy: texts('Add one of these words, or choose another scene.', '请加入其中一个词，或更换场景。'),
    passes: { scene: Verification, content: '您的验证码是{code}，5分钟内有效。', variables: [code()] },
    fails: { scene: Verification, content: '您的口令是{code}，5分钟内有效。', variables: [code()] },
  }),
  rule({
    id: 'code-purpose',
    severity: 'hint',
    code: 'scene_mismatch',
    mainland: true,
    scenes: [Verification],
    find: ({ content }) => when(CODE_WORD.test(content) && !CODE_PURPOSE.test(content)),
    what: texts(
      'The text doesn’t say what the code is for, or how long it is valid.',
      '内容未说明验证码的用途或有效期。',
    ),
    remedy: texts('Add one of them. Reviewers ask for it.', '请补充其中一项，审核时会检查。'),
    passes: { scene: Verification, content: '您的验证码是{code}，5分钟内有效。', variables: [code()] },
    fails: { scene: Verification, content: '您的验证码是{code}。', variables: [code()] },
  }),
  rule({
    id: 'code-scene',
    severity: 'rejection',
    code: 'scene_mismatch',
    scenes: [Notification, Marketing],
    find: (form) =>
      when(
        ANY_CODE_WORD.test(form.content) &&
          variablePlaces(form.content).some(({ name }) => typesOf(form).get(name) === 'code'),
      ),
    what: texts('This is a verification code, but another scene is selected.', '内容为验证码，但所选场景不符。'),
    remedy: texts('Choose the scene of verification codes.', '请选择验证码场景。'),
    passes: { scene: Notification, content: 'Your order has shipped.' },
    fails: { scene: Notification, content: 'Your verification code is {code}.', variables: [code()] },
  }),
  rule({
    id: 'promotion',
    severity: 'rejection',
    code: 'scene_mismatch',
    scenes: [Verification, Notification],
    find: ({ content }) => wordsIn(content, PROMOTION),
    what: texts(
      'Promotional wording (“{word}”) isn’t allowed in this scene.',
      '“{word}”属于营销内容，不能用于该场景。',
    ),
    remedy: texts('Remove it, or choose the marketing scene.', '请删除，或选择营销场景。'),
    passes: { scene: Notification, content: 'Your order has shipped.' },
    fails: { scene: Notification, content: 'Your order has shipped. Enjoy 20% off the next one.' },
  }),
  rule({
    id: 'opt-out-missing',
    severity: 'error',
    code: 'opt_out_missing',
    mainland: false,
    scenes: [Marketing],
    find: ({ content }) => when(!isBlank(content) && !OPT_OUT.some((words) => words.test(masked(content)))),
    what: texts('Marketing messages must say how to opt out.', '营销短信须说明退订方式。'),
    remedy: texts('Add “Reply STOP to opt out”.', '请加上“Reply STOP to opt out”等退订说明。'),
    passes: { scene: Marketing, content: 'New autumn coats are in. Reply STOP to opt out.' },
    fails: { scene: Marketing, content: 'New autumn coats are in.' },
  }),
  rule({
    id: 'opt-out-twice',
    severity: 'hint',
    code: 'content_forbidden',
    mainland: true,
    find: ({ content }) => matches(content, MAINLAND_OPT_OUT),
    what: texts(
      'We add the required opt-out line, so yours would appear twice.',
      '系统会按运营商要求自动添加退订语，此处将重复。',
    ),
    remedy: texts('Remove yours.', '请删除。'),
    passes: { content: '鸿雁书店新书到店，欢迎选购。' },
    fails: { content: '鸿雁书店新书到店，欢迎选购，拒收请回复R' },
  }),
] as const

/** The rules of a content’s characters, which come after its topics. */
export const templateCharacterRules = [
  rule({
    id: 'traditional-characters',
    severity: 'rejection',
    code: 'content_forbidden',
    mainland: true,
    find: (form) => (usesSimplified(form) ? traditional(form) : []),
    what: texts('The text has traditional characters: {characters}', '内容包含繁体字：{characters}'),
    remedy: texts('Write them in simplified form, or change the language.', '请改为简体字，或更改模板语言。'),
    passes: { content: '您购买的商品已发货。' },
    fails: { content: '您購買的商品已發貨。' },
  }),
  rule({
    id: 'decorative-symbols',
    severity: 'rejection',
    code: 'content_forbidden',
    mainland: true,
    find: ({ content }) => matches(content, DECORATIVE),
    what: texts('Mainland carriers refuse emoji and decorative symbols.', '运营商不支持表情和特殊符号。'),
    remedy: texts('Remove them.', '请删除。'),
    passes: { content: '您的订单已发货，请留意查收。' },
    fails: { content: '★您的订单已发货，请留意查收★' },
  }),
  rule({
    id: 'unicode-character',
    severity: 'hint',
    code: 'content_forbidden',
    mainland: false,
    find: ({ content }) => unicode(content),
    what: texts(
      '“{character}” ({code}) forces Unicode: a part then holds 70 characters, not 160.',
      '“{character}”（{code}）会使短信按 Unicode 计费：每条 70 个字符，而不是 160 个。',
    ),
    remedy: texts('Use a plain character where you can.', '建议改用普通字符。'),
    passes: { content: "It's ready." },
    fails: { content: 'It’s ready.' },
  }),
] as const

/** An order number as a variable. */
function order(name = 'order') {
  return { name, type: 'id', max_length: 20, sample: 'SO20261123' } as const
}

function code() {
  return { name: 'code', type: 'code', max_length: 6, sample: '482915' } as const
}
