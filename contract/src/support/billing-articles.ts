import { autoRecharge, invoice, refund } from '../limits/finance.ts'
import { DAY } from '../durations.ts'
import { type Article, articlesOf } from './article.ts'

const article = articlesOf('billing')

const freeDays = refund.freeFor / DAY

export const billingArticles: readonly Article[] = [
  article(
    'message-price',
    '/prices',
    [
      'What a message costs',
      [
        'A message costs its parts times the price for its country and scene. [Prices](/prices) lists them and calculates the price of a text. A plain Latin text is one part up to 160 characters, then 153 a part. With Chinese, emoji or other characters it’s 70 and 67, and so is every text to mainland China.',
        'The price is put on hold when we accept the message, charged when the carrier accepts it, and released otherwise. So your available balance can be lower than your [transactions](/transactions) show.',
        'To see the price before sending, add `dryRun` to the request: see [Estimate the price](/docs#dry-run).',
      ],
      [
        'price',
        'pricing',
        'cost',
        'rates',
        'how much',
        'parts',
        'segments',
        'characters',
        'long message',
        'charged twice',
        'on hold',
        'reserved',
        'balance lower than expected',
        '160 characters',
      ],
    ],
    [
      '短信如何计费',
      [
        '费用 = 计费条数 × 该国家或地区和场景的单价，单价见[价格](/prices)，也可在该页试算内容。纯拉丁字母内容 160 个字符以内计 1 条，超出后每 153 个字符计 1 条；含中文、表情或其他字符时为 70 和 67，发往中国大陆的短信一律如此。',
        '费用在受理时冻结，运营商接收后扣费，否则解冻，因此可用余额可能低于[收支明细](/transactions)中的余额。',
        '如需在发送前查看价格，请在请求中加上 `dryRun`，详见[预估价格](/docs#dry-run)。',
      ],
      [
        '价格',
        '单价',
        '多少钱',
        '收费标准',
        '计费条数',
        '字数',
        '长短信',
        '扣了两条',
        '冻结',
        '预扣',
        '余额变少',
        '70 字',
      ],
    ],
  ),
  article(
    'charged-undelivered',
    '/sms/logs',
    [
      'Charged for a message that didn’t arrive',
      [
        'A message is charged when the carrier accepts it, whether the phone receives it or not: the carrier bills us for the attempt. That’s why undelivered, expired and carrier-blocked messages can cost something. Rejected ones never do.',
        'Open the message in the [log](/sms/logs): its price section says charged, on hold or not charged. The log’s filter “Charged, not delivered” lists all of them.',
      ],
      [
        'undelivered charged',
        'charged for undelivered',
        'charged for failed',
        'refund failed message',
        'pay for failed',
        'billed undelivered',
        'why was i charged',
        'money back',
      ],
    ],
    [
      '短信未送达，为什么扣费',
      [
        '运营商接收短信后即收费，与手机是否收到无关，因此未送达、过期或被运营商拦截的短信可能产生费用；已拒绝的短信一律不收费。',
        '请在[发送记录](/sms/logs)中打开该短信，费用部分会显示已扣费、已冻结或未扣费。筛选“已扣费未送达”可列出全部此类短信。',
      ],
      ['失败扣费', '未送达扣费', '没收到还扣钱', '为什么扣费', '失败退费', '返还费用'],
    ],
  ),
  article(
    'top-up-not-credited',
    '/transactions',
    [
      'A top-up isn’t credited',
      [
        'Payments are usually credited within seconds. Open [Transactions](/transactions) and choose “Check payment” beside the pending top-up: we ask the payment provider again.',
        'Processing means that your bank’s method takes days; we credit it when the money arrives. A top-up that isn’t paid within an hour is closed. If its payment arrives later, we still credit it.',
        'Still missing? Write to us with the transaction ID and the provider’s receipt. Bank transfers are booked by our staff once they arrive.',
      ],
      [
        'payment missing',
        'paid but not in balance',
        'money not received',
        'topup pending',
        'alipay',
        'wechat pay',
        'stripe',
        'bank transfer',
        'recharge missing',
        'balance not updated',
        'top up failed',
      ],
    ],
    [
      '充值未到账',
      [
        '付款通常数秒内到账。请打开[收支明细](/transactions)，在处理中的充值旁点击“查询付款”，系统会再次向支付渠道查询。',
        '“银行处理中”表示该支付方式需要数天，款项到达后即入账。一小时内未付款的充值会关闭；如之后收到付款，将照常入账。',
        '仍未到账时，请提交工单并附上交易 ID 和付款凭证。线下汇款由工作人员在到账后入账。',
      ],
      ['没到账', '付了钱', '充值失败', '支付宝', '微信支付', '余额没变', '转账', '汇款', '对公转账', '充值不成功'],
    ],
  ),
  article(
    'refunds',
    '/transactions',
    [
      'Refund a top-up',
      [
        `Open the top-up under [Transactions](/transactions) and choose “Request refund”. The part that isn’t spent or on hold goes back to the original payment method. Within ${freeDays} days of the payment it’s free; after that, the fee is ${refund.feePercent}%.`,
        `Refunds require a [verified](/verification) account. A payment can be refunded ${refund.perCharge} times, an account ${refund.perDay} times a day. Cashback of the top-up is reversed. Turn off [auto-recharge](/topup?tab=auto) first if the balance would drop below its threshold.`,
        'A refund can’t be cancelled. If the provider rejects it, the full amount returns to your balance.',
      ],
      [
        'refund',
        'money back',
        'withdraw balance',
        'refund fee',
        '25%',
        'return payment',
        'get my money back',
        'cash out',
        '14 days',
      ],
    ],
    [
      '充值退款',
      [
        `请在[收支明细](/transactions)中打开该笔充值并选择“申请退款”，未使用且未冻结的部分将原路退回。付款后 ${freeDays} 天内免手续费，之后手续费为 ${refund.feePercent}%。`,
        `退款需先完成[实名认证](/verification)。每笔充值最多退款 ${refund.perCharge} 次，每个账户每天最多 ${refund.perDay} 次，该笔充值的返现会一并收回。如退款后余额会低于触发余额，请先关闭[自动充值](/topup?tab=auto)。`,
        '退款提交后无法取消；如被支付渠道拒绝，款项会全额退回余额。',
      ],
      ['退款', '退钱', '提现', '手续费', '原路退回', '余额退回', '怎么退', '14 天'],
    ],
  ),
  article(
    'invoices',
    '/transactions',
    [
      'Invoices, receipts and statements',
      [
        `Accounts with credit get an [invoice](/invoices) for each month, issued on the 2nd of the following month and due within ${invoice.dueDays} days. Pay it from the balance, by a saved card or by another payment method; the PDF has your billing details and PO number.`,
        'Accounts that top up find a receipt for each payment, and a statement for each month, under [Transactions](/transactions).',
        'An amount looks wrong? Dispute it on the invoice before you pay.',
      ],
      [
        'invoice',
        'receipt',
        'statement',
        'billing details',
        'vat',
        'tax',
        'po number',
        'pdf',
        'monthly bill',
        'pay invoice',
        'dispute invoice',
        'accounting',
      ],
    ],
    [
      '账单、收据和对账单',
      [
        `信用账户每月生成一张[账单](/invoices)，于次月 2 日出具，请在 ${invoice.dueDays} 天内付清。可使用余额、已保存的银行卡或其他支付方式付款，PDF 中包含账单信息和采购订单号。`,
        '充值账户可在[收支明细](/transactions)中下载每笔充值的收据和每月的对账单。',
        '金额有疑问时，请在付款前在账单上提出异议。',
      ],
      ['账单', '收据', '对账单', '月结', '付账单', '账单信息', '采购订单号', '异议', '税'],
    ],
  ),
  article(
    'fapiao',
    '/transactions',
    [
      'Request a fapiao (Chinese tax invoice)',
      [
        'Mainland China accounts request a fapiao from a top-up: open it under [Transactions](/transactions) and choose “Fapiao”. Accounts with credit request it from a paid [invoice](/invoices).',
        'Choose the general or the special type and enter title, tax number and email; the special type needs bank details too. You can change the request until the fapiao is issued. We send it to the email address.',
      ],
      ['fapiao', 'china tax invoice', 'vat invoice china', 'special vat'],
    ],
    [
      '申请发票',
      [
        '中国大陆账户可为充值申请发票：在[收支明细](/transactions)中打开该笔充值并选择“发票”。信用账户请在[账单](/invoices)中申请。',
        '可选增值税普通发票或专用发票，请填写发票抬头、纳税人识别号和邮箱，专用发票还需开户银行信息。开具前可修改申请，开具后发送至邮箱。',
      ],
      ['发票', '开票', '专票', '普票', '增值税', '发票抬头', '报销', '税号', '电子发票'],
    ],
  ),
  article(
    'auto-recharge-failed',
    '/topup?tab=auto',
    [
      'Auto-recharge failed',
      [
        'We notify you when a charge fails. If the bank may accept it later, we try again the next day, up to three times in a row. Otherwise auto-recharge waits for you: verify the payment with your bank, or choose another card under [Auto-recharge](/topup?tab=auto).',
        `Auto-recharge charges one payment at a time, at most ${autoRecharge.perDay} a day, with ten minutes in between. It doesn’t run while an account is suspended. An expired card is the most frequent cause.`,
        'Meanwhile, [top up](/topup) yourself so that messages aren’t refused.',
      ],
      [
        'auto recharge',
        'autorecharge',
        'card declined',
        'automatic top up',
        'card expired',
        'recharge failed',
        'card charge failed',
      ],
    ],
    [
      '自动充值失败',
      [
        '扣款失败时会通知您。如银行之后可能接受，我们会在次日重试，最多连续三次；否则自动充值会等待您处理：请在[自动充值](/topup?tab=auto)中完成银行验证或更换银行卡。',
        `自动充值每次只扣一笔，每天最多 ${autoRecharge.perDay} 次，间隔至少十分钟；账户被暂停时不会充值。最常见的原因是银行卡过期。`,
        '在此期间请[手动充值](/topup)，以免短信被拒绝。',
      ],
      ['自动充值', '扣款失败', '银行卡过期', '卡被拒', '自动扣款', '银行卡失败'],
    ],
  ),
  article(
    'credit-account',
    '/support/new?category=billing',
    [
      'Pay by monthly invoice (credit)',
      [
        'Credit lets an account send beyond its balance up to a limit; the use of each month is billed by an [invoice](/invoices). We set credit up: write to us with your monthly volume.',
        `An invoice that is ${invoice.overdueOn} days overdue reserves the credit limit for verification codes until it’s paid. Money that you top up repays used credit first.`,
      ],
      ['credit', 'postpaid', 'credit limit', 'monthly billing', 'net 30', 'overdue', 'pay later', 'pay by invoice'],
    ],
    [
      '信用账户与月结',
      [
        '开通信用额度后，余额用完仍可在额度内发送，每月已用额度以[账单](/invoices)结算。信用额度由我们开通，请提交工单并说明每月发送量。',
        `账单逾期 ${invoice.overdueOn} 天后，信用额度仅可用于验证码，付清后恢复。充值款会优先偿还已用额度。`,
      ],
      ['信用额度', '后付费', '月结', '授信', '逾期', '先用后付', '账期'],
    ],
  ),
]
