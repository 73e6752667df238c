import type { NoticeValues } from '@hongyan/contract/vocabulary/notice'
import { browserIn } from './browser-in.ts'
import { reasonLines, senderLines } from './reason-lines.ts'
import type { Formats, NoticeText, NoticeTexts, PageTitles } from './notice-text.ts'

const NOT_YOU = '如非本人操作，请立即在控制台修改密码并联系我们。'

export const chineseTitles: PageTitles = {
  home: '打开控制台',
  security: '查看安全设置',
  topUp: '立即充值',
  autoRecharge: '查看自动充值',
  transactions: '查看收支明细',
  invoices: '查看账单',
  verification: '查看实名认证',
  signatures: '查看签名',
  templates: '查看模板',
  exports: '查看导出',
  broadcasts: '查看群发',
  ipRestriction: '查看 IP 限制',
  webhooks: '查看 Webhook',
  rateLimits: '查看频率限制',
  credentials: '查看访问凭证',
  countries: '查看可发送的国家和地区',
  support: '打开支持中心',
  notifications: '选择接收哪些邮件',
}

const carrierNames = { CMCC: '中国移动', CUCC: '中国联通', CTCC: '中国电信', CBN: '中国广电' } as const

type Revocation = NoticeValues['signature_revocation']

/** An announced end of the approval of a sender ID or template, or the announcement that was taken back. */
const revocationText = (
  kind: string,
  { name, state, ends_at: endsAt, reasons }: Revocation,
  { momentOf }: Formats,
): NoticeText =>
  state === 'kept'
    ? {
        subject: `${kind}“${name}”保持审核通过`,
        text: `此前通知的停用已取消：您的鸿雁账户的${kind}“${name}”在${momentOf(endsAt)}之后仍可用于发送短信。`,
      }
    : {
        subject: `${kind}“${name}”将于${momentOf(endsAt)}停用`,
        text: `您的鸿雁账户的${kind}“${name}”将于${momentOf(endsAt)}停用。${senderLines(reasons, 'zh-CN')}在此之前仍可发送短信。如有异议，请在停用前联系客服。`,
      }

/** The reason why a broadcast was paused, and what its owner can do. */
const pauses: Readonly<Record<NoticeValues['broadcast_interrupted']['reason'], string>> = {
  balance: '余额不足以发送后续短信，请充值后在控制台继续。',
  suspended: '您的账户已被暂停，请联系客服处理。',
  signature_revoked: '所用签名已不可用，请更换签名后新建群发。',
  template_revoked: '所用模板已不可用，请更换模板后新建群发。',
  breaker: '失败比例已超过您设置的上限。请在控制台查看原因，再决定继续或停止。',
  canary_hold: '试发短信的送达率低于 60%。请在控制台查看原因，再决定继续或停止。',
  cap: '已达到账户的发送上限，请在上限恢复后继续。',
}

/** The ways to answer a ticket. */
const answers = (replyTo: string | undefined): string =>
  replyTo === undefined ? '请在控制台回复。' : '您可以直接回复本邮件，也可以在控制台回复。'

/** The ways to reopen a solved ticket, and the moment until which they work. */
const reopens = (until: string, replyTo: string | undefined): string =>
  `如仍有问题，请在${until}前${replyTo === undefined ? '到控制台回复' : '回复本邮件或到控制台回复'}，工单将重新打开。`

type Filing = NoticeValues['signature_filing']

/** A carrier's answer to the filing of a sender or template. */
function filingText(kind: string, { name, carrier, state, reason }: Filing): NoticeText {
  const at = carrierNames[carrier]
  if (state === 'filed') {
    return { subject: `${kind}“${name}”已在${at}报备`, text: `您的鸿雁账户的${kind}“${name}”已在${at}完成报备。` }
  }
  const what = state === 'failed' ? '报备失败' : '报备已失效'
  const why = reason === '' ? '' : `运营商说明：${reason}。`
  return {
    subject: `${kind}“${name}”在${at}${what}`,
    text: `您的鸿雁账户的${kind}“${name}”在${at}${what}，使用它发往中国大陆的短信将被拒绝。${why}请在控制台重新报备。`,
  }
}

const recharges: Readonly<
  Record<NoticeValues['recharge_failed']['reason'], (amount: string, link: string) => NoticeText>
> = {
  again: (amount) => ({
    subject: '自动充值失败',
    text: `您的鸿雁余额不足，自动充值 ${amount} 扣款失败，我们将在 24 小时后再次尝试。为避免影响发送，请先在控制台充值。`,
  }),
  off: (amount) => ({
    subject: '自动充值已关闭',
    text: `您的鸿雁余额不足，自动充值 ${amount} 时银行拒绝了扣款，自动充值已关闭。请在控制台充值，并更换银行卡后重新开启。`,
  }),
  confirm: (amount) => ({
    subject: '自动充值已关闭：请核对银行卡信息',
    text: `您的鸿雁余额不足，自动充值 ${amount} 时银行因卡片信息拒绝了扣款，自动充值已关闭。请核对卡号和有效期，在控制台重新添加银行卡后再开启。`,
  }),
  authenticate: (amount, link) => ({
    subject: '请向银行确认一笔付款',
    text: `您的鸿雁余额不足，自动充值 ${amount} 需要您本人向银行确认。请在一天内通过此链接付款：${link} 付款或重新保存设置之前，自动充值暂停。`,
    button: { title: '立即付款', address: link },
  }),
  paused: (amount) => ({
    subject: '自动充值已暂停：请在控制台充值',
    text: `您的鸿雁余额不足，自动充值 ${amount} 需要您本人向银行确认，但付款页面未能打开。请在控制台充值；充值或重新保存设置之前，自动充值暂停。`,
  }),
  capped: (amount) => ({
    subject: '自动充值已达今日上限',
    text: `您的鸿雁余额不足，自动充值已达今日上限，明天将继续充值 ${amount}。如需提前使用，请在控制台充值；如果发送量异常，请在控制台查看“发送记录”。`,
  }),
  card_gone: (amount) => ({
    subject: '自动充值已关闭：银行卡已移除',
    text: `您的鸿雁余额不足，自动充值所用的银行卡已移除，未能充值 ${amount}，自动充值已关闭。请在控制台充值，并更换银行卡后重新开启。`,
  }),
}

const factors: Readonly<Record<NoticeValues['second_factor_changed']['change'], string>> = {
  totp_on: '您的鸿雁账户已添加身份验证器',
  totp_off: '您的鸿雁账户已移除身份验证器',
  recovery_used: '您的鸿雁账户已使用恢复码完成两步验证',
  recovery_codes: '您的鸿雁账户已生成新的恢复码，旧恢复码已失效',
  passkey_added: '您的鸿雁账户已添加通行密钥',
  passkey_removed: '您的鸿雁账户已移除通行密钥',
}

const credentials: Readonly<Record<NoticeValues['credential_changed']['change'], string>> = {
  created: '已创建',
  mode: '的鉴权模式已更改',
  removed: '已删除',
}

const modes = { simple: '简易模式', hmac: 'HMAC 模式' } as const

const blocked: Readonly<Record<NoticeValues['payments_blocked']['by'], string>> = {
  all: '支付',
  paypal: ' PayPal 支付',
  card: '银行卡支付',
  alipay: '支付宝支付',
  wxpay: '微信支付',
}

function dueIn(days: number): string {
  if (days === 0) return '今天到期'
  return days < 0 ? `将在 ${-days} 天后到期` : `已逾期 ${days} 天`
}

const fundsChanges: Readonly<Record<NoticeValues['funds_changed']['change'], (amount: string) => NoticeText>> = {
  credit: (amount) => ({ subject: '您的账户已入账', text: `已为您的鸿雁账户入账 ${amount}。` }),
  debit: (amount) => ({ subject: '您的账户余额已扣减', text: `已从您的鸿雁余额中扣减 ${amount}。` }),
  gift: (amount) => ({ subject: '您收到一笔赠送金', text: `已向您的鸿雁账户赠送 ${amount}。` }),
  returned: (amount) => ({
    subject: '您的付款已退回',
    text: `您的付款 ${amount} 已原路退回，未计入鸿雁余额。`,
  }),
}

export const chinese: NoticeTexts = {
  signed_in: ({ address, user_agent }) => {
    const browser = browserIn(user_agent)
    return {
      subject: '您的账户有新的登录',
      text: `您的鸿雁账户在 ${address}${browser === null ? ' ' : `（${browser}）`}登录。${NOT_YOU}`,
    }
  },
  sign_in_failed: ({ failures, address }) => ({
    subject: '您的账户连续登录失败',
    text: `您的鸿雁账户连续 ${failures} 次登录失败，最近一次来自 ${address}。如非本人操作，请开启两步验证。`,
  }),
  password_changed: () => ({
    subject: '您的密码已修改',
    text: '您的鸿雁账户密码已修改，所有会话均已退出。如非本人操作，请立即在登录页面重置密码并联系我们。',
  }),
  phone_changed: ({ phone }) => ({
    subject: '您的手机号已更新',
    text: `您的鸿雁账户手机号现为 ${phone}。${NOT_YOU}`,
  }),
  email_changed: ({ email }) => ({
    subject: '您的邮箱已更新',
    text: `您的鸿雁账户邮箱现为 ${email}。${NOT_YOU}`,
  }),
  second_factor_changed: ({ change }) => ({
    subject: '您的登录方式已变更',
    text: `${factors[change]}。${NOT_YOU}`,
  }),
  account_suspended: () => ({
    subject: '您的账户已暂停使用',
    text: '为保护您的账户安全，您的鸿雁账户已暂停使用，待确认不存在欺诈行为后恢复，期间无法发送短信。请联系我们。',
  }),
  account_resumed: () => ({
    subject: '您的账户已恢复',
    text: '您的鸿雁账户已恢复，可以继续发送。',
  }),
  payments_blocked: ({ by }) => ({
    subject: `您的${blocked[by]}功能受限`,
    text: `您的鸿雁账户的${blocked[by]}功能受限，现有余额可照常使用。请联系我们。`,
  }),
  credential_changed: ({ change, key, mode }) => ({
    subject: `您的访问凭证${credentials[change]}`,
    text: `您的鸿雁账户的访问凭证 ${key} ${credentials[change]}${change === 'mode' ? `：${modes[mode]}` : ''}。${NOT_YOU}`,
  }),
  ip_restriction_changed: ({ change }) => ({
    subject: { on: 'IP 限制已启用', off: 'IP 限制已关闭', reverted: 'IP 限制的修改已撤销' }[change],
    text: {
      on: `您的鸿雁账户已开始按 IP 拦截 API 请求。${NOT_YOU}`,
      off: `您的鸿雁账户不再按 IP 拦截 API 请求。${NOT_YOU}`,
      reverted: '上次对 IP 限制的修改未在 10 分钟内确认保留，已恢复原设置。如需生效，请重新修改并确认保留。',
    }[change],
  }),
  country_enabled: ({ country: iso2 }, { country }) => ({
    subject: `已开通向${country(iso2)}发送短信`,
    text: `您的鸿雁账户已可向${country(iso2)}发送短信，该国家或地区常有短信欺诈报告。${NOT_YOU}`,
  }),
  funds_changed: ({ change, amount, currency, reason }, { money }) => {
    const { subject, text } = fundsChanges[change](money(amount, currency))
    return { subject, text: `${text}原因：${reason}` }
  },
  topped_up: ({ amount, currency }, { money }) => ({
    subject: '您的充值已到账',
    text: `您的鸿雁账户已充值 ${money(amount, currency)}。`,
  }),
  recharged: ({ amount, currency }, { money }) => ({
    subject: '您的余额已自动充值',
    text: `您的鸿雁余额不足，自动充值已从您的银行卡扣款 ${money(amount, currency)}。收据可在控制台“收支明细”下载。`,
  }),
  recharge_failed: ({ reason, amount, currency, link = '' }, { money }) =>
    recharges[reason](money(amount, currency), link),
  card_expiring: ({ last4, exp_month, exp_year, days }, { month: monthOf }) => {
    const month = monthOf(exp_month, exp_year)
    return days === '0'
      ? {
          subject: `您尾号 ${last4} 的银行卡已过期`,
          text: `您在鸿雁保存的尾号 ${last4} 的银行卡已于${month}底过期，自动充值无法再使用它。请在“充值”页面添加新卡。`,
        }
      : {
          subject: `您尾号 ${last4} 的银行卡即将过期`,
          text: `您在鸿雁保存的尾号 ${last4} 的银行卡将于${month}底过期，届时自动充值无法再使用它。请在此之前于“充值”页面添加新卡。`,
        }
  },
  refund_ended: ({ status, amount, paid_out, currency }, { money }) =>
    status === 'done'
      ? {
          subject: '您的退款已完成',
          text: `您申请的退款 ${money(amount, currency)} 已完成，${money(paid_out, currency)} 已原路退回。到账时间以支付渠道为准。`,
        }
      : {
          subject: '您的退款失败',
          text: `您申请的退款 ${money(amount, currency)} 退款失败，全部金额（含手续费和已扣回的返现）已退回您的鸿雁余额。您可以稍后再试或联系我们。`,
        },
  dispute: ({ amount, currency, paid_at }, { money, dayOf }) => ({
    subject: '您有一笔付款争议（拒付）',
    text: `发卡行已就您${dayOf(paid_at)}的付款提出争议（拒付），并扣回 ${money(amount, currency)}。该金额已从您的鸿雁余额中扣除，银行卡支付已暂停。如认可该笔付款，请联系发卡行撤销争议，金额将退回余额；否则请修改密码并联系我们。`,
  }),
  balance_low: ({ below, balance, currency }, { money }) => ({
    subject: '您的余额不足',
    text: `您的鸿雁账户可用金额为 ${money(balance, currency)}，低于您设置的提醒金额 ${money(below, currency)}。请在控制台充值。`,
  }),
  invoice_issued: ({ number, amount, currency, due_on }, { money, day }) => ({
    subject: `账单 ${number}`,
    text: `账单 ${number} 已出具，金额 ${money(amount, currency)}。请在${day(due_on)}或之前在控制台“账单”页面付款。`,
  }),
  invoice_due: ({ number, amount, currency, due_on, days }, { money, day }) => ({
    subject: `账单 ${number} ${dueIn(Number(days))}`,
    text: `账单 ${number} 尚有 ${money(amount, currency)} 待付，付款截止日为${day(due_on)}，${dueIn(Number(days))}。请在控制台“账单”页面付款。`,
  }),
  invoice_part_paid: ({ number, amount, outstanding, currency }, { money }) => ({
    subject: `账单 ${number} 已收到部分付款`,
    text: `已收到账单 ${number} 的付款 ${money(amount, currency)}，尚有 ${money(outstanding, currency)} 待付。`,
  }),
  invoice_paid: ({ number, amount, currency }, { money }) => ({
    subject: `账单 ${number} 已付清`,
    text: `已收到 ${money(amount, currency)}，账单 ${number} 已付清。`,
  }),
  invoice_void: ({ number, credit_note, amount, currency }, { money }) => ({
    subject: `账单 ${number} 已作废`,
    text: `账单 ${number} 已作废，无需付款。贷项通知单 ${credit_note}（金额 ${money(amount, currency)}）可在控制台“账单”页面下载。仍应支付的金额将计入下一张账单。`,
  }),
  verification_approved: ({ valid_until }, { dayOf }) => ({
    subject: '账户实名认证已通过',
    text: `您的鸿雁账户已通过实名认证，有效期至${dayOf(valid_until)}。到期前我们会提醒您复核。`,
  }),
  verification_rejected: ({ reasons }) => ({
    subject: '账户实名认证未通过',
    text: `您的鸿雁账户未通过实名认证。${reasonLines(reasons, 'zh-CN')}请在控制台“实名认证”页面修改后重新提交。`,
  }),
  verification_expiring: ({ days, valid_until, grace_until }, { dayOf }) =>
    days === '0'
      ? {
          subject: '账户实名认证已到期',
          text: `您的鸿雁账户实名认证已于${dayOf(valid_until)}到期。请在${dayOf(grace_until)}之前重新提交，以保持认证状态。`,
        }
      : {
          subject: `账户实名认证将于 ${days} 天后到期`,
          text: `您的鸿雁账户实名认证将于${dayOf(valid_until)}到期。请在控制台“实名认证”页面重新提交，以完成年度复核。`,
        },
  verification_expired: () => ({
    subject: '账户实名认证已失效',
    text: '因未按时完成年度复核，您的鸿雁账户实名认证已失效。在控制台“实名认证”页面重新认证之前，退款和向更多国家或地区发送将暂停。',
  }),
  signature_approved: ({ name }) => ({
    subject: `签名“${name}”已审核通过`,
    text: `您的鸿雁账户的签名“${name}”已审核通过，可以用于发送短信。`,
  }),
  signature_rejected: ({ name, reasons }) => ({
    subject: `签名“${name}”未通过审核`,
    text: `您的鸿雁账户的签名“${name}”未通过审核。${senderLines(reasons, 'zh-CN')}请在控制台“短信签名”页面修改后重新提交。`,
  }),
  signature_filing: (filing) => filingText('签名', filing),
  signature_revocation: (values, formats) => revocationText('签名', values, formats),
  signature_expiring: ({ name, days, due_on }, { day }) => ({
    subject: `签名“${name}”的授权书将于 ${days} 天后到期`,
    text: `签名“${name}”的授权书有效期至${day(due_on)}，此后使用该签名的短信将被拒绝。请重新签署授权书，并在到期前通过控制台“短信签名”页面上传。`,
  }),
  signature_renewal: ({ name, state, due_on, reasons }, { day }) =>
    state === 'approved'
      ? {
          subject: `签名“${name}”的新授权书已审核通过`,
          text: `签名“${name}”的新授权书已审核通过，有效期至${day(due_on)}。`,
        }
      : {
          subject: `签名“${name}”的新授权书未通过审核`,
          text: `签名“${name}”的新授权书未通过审核。${senderLines(reasons, 'zh-CN')}现有授权书在有效期内继续有效。请在控制台“短信签名”页面重新上传。`,
        },
  template_approved: ({ name }) => ({
    subject: `模板“${name}”已审核通过`,
    text: `您的鸿雁账户的模板“${name}”已审核通过，可以用于发送短信。`,
  }),
  template_rejected: ({ name, reasons }) => ({
    subject: `模板“${name}”未通过审核`,
    text: `您的鸿雁账户的模板“${name}”未通过审核。${senderLines(reasons, 'zh-CN')}请在控制台“短信模板”页面修改后重新提交。`,
  }),
  template_filing: (filing) => filingText('模板', filing),
  template_revocation: (values, formats) => revocationText('模板', values, formats),
  webhook_changed: ({ name, state }) => ({
    subject: state === 'recovered' ? `Webhook“${name}”已恢复` : `Webhook“${name}”异常`,
    text: {
      failing: `您的鸿雁账户的 Webhook“${name}”多次重试仍未接收事件。请检查服务器，然后在控制台重新推送失败的事件。`,
      failing_day: `您的鸿雁账户的 Webhook“${name}”已连续失败 1 天。请检查服务器。连续失败 5 天后，该 Webhook 将被停用。`,
      failing_days: `您的鸿雁账户的 Webhook“${name}”已连续失败 4 天。如果仍无法接收请求，明天将被停用。`,
      gone: `您的鸿雁账户的 Webhook“${name}”返回 410，已停用。事件会保留 7 天，恢复后请在控制台启用。`,
      failures: `您的鸿雁账户的 Webhook“${name}”连续 5 天全部失败，已停用。事件会保留 7 天，修复后请在控制台启用。`,
      recovered: `您的鸿雁账户的 Webhook“${name}”已恢复接收请求。`,
    }[state],
  }),
  day_cap_passed: ({ limit }, { count }) => ({
    subject: `今日发送量已超过 ${count(limit, '条')}`,
    text: `您的鸿雁账户今日发送量已超过您设置的上限 ${count(limit, '条')}。该上限仅作提醒，短信仍会继续发送。请查看今天的发送记录，或在控制台将其改为拦截。`,
  }),
  country_cap_passed: ({ country: iso2, limit }, { count, country }) => ({
    subject: `发往${country(iso2)}的短信已超过每小时上限`,
    text: `您的鸿雁账户一小时内发往${country(iso2)}的短信已超过您设置的上限 ${count(limit, '条')}。该上限仅作提醒，短信仍会继续发送。请查看今天的发送记录，或在控制台将其改为拦截。`,
  }),
  broadcast_finished: ({ name, sent, skipped }, { count }) => ({
    subject: `群发“${name}”已完成发送`,
    text: `您的鸿雁账户的群发“${name}”已完成发送：共发出 ${count(sent, '条')}，跳过 ${count(skipped, '个收件人')}。送达情况可在控制台查看。`,
  }),
  broadcast_interrupted: ({ name, reason }) => ({
    subject: `群发“${name}”已暂停`,
    text: `您的鸿雁账户的群发“${name}”已暂停。${pauses[reason]}`,
  }),
  export_ended: ({ name, state, rows }, { count }) =>
    state === 'finished'
      ? {
          subject: `导出“${name}”已完成`,
          text: `您的鸿雁账户的导出“${name}”已完成，共 ${count(rows, '行')}。请在 7 天内到控制台下载。`,
        }
      : {
          subject: `导出“${name}”未生成文件`,
          text:
            state === 'empty'
              ? `您的鸿雁账户的导出“${name}”没有符合条件的数据。请调整日期或筛选条件后重新导出。`
              : `您的鸿雁账户的导出“${name}”失败，请在控制台重试。`,
        },
  ticket_replied: ({ no, subject, text, until, reply_to: replyTo }, { momentOf }) => ({
    subject: `回复：${subject}（工单 #${no}）`,
    text: [text, until === '' ? answers(replyTo) : `该工单已标记为已解决。${reopens(momentOf(until), replyTo)}`].join(
      '\n\n',
    ),
    brief: `客服已回复您的鸿雁工单 #${no}“${subject}”，请在控制台查看。`,
    title: `查看工单 #${no}`,
  }),
  ticket_solved: ({ no, subject, until, silence, reply_to: replyTo }, { momentOf }) => ({
    subject: `工单 #${no} 已解决`,
    text: `${silence === 'yes' ? '由于 7 天内未收到您的回复，' : ''}您的鸿雁工单 #${no}“${subject}”已标记为已解决。${reopens(momentOf(until), replyTo)}`,
    title: `查看工单 #${no}`,
  }),
}
