/** The way to the drawing of a value in the console; `$name` in an address is the id of a made record. */
export type Drawing =
  /** A text on the page. With `unfold`, the page's details are opened first. */
  | { readonly by: 'page'; readonly at: string; readonly unfold?: true }
  /** The options of a choice or filter of the page, under its name. */
  | { readonly by: 'choice'; readonly at: string; readonly name: { readonly en: string; readonly zh: string } }
  /** The menu of a row. */
  | { readonly by: 'menu'; readonly at: string; readonly name: { readonly en: string; readonly zh: string } }
  /**
   * The server's own reply, handed to the page with the value in this field, or its first row once with each value. Only
   * for values that no call of a customer causes: messages on their way, which pass in an instant, received ones and ones
   * without a receipt for three days; voice, which the product does not send yet; and files of another type, which are
   * refused before they are read.
   */
  | { readonly by: 'handed row'; readonly at: string; readonly call: RegExp; readonly field: string }

/** A value: its name and number in the specification, and its label in both languages. */
type Value = readonly [name: string, number: number | null, en: string, zh: string]

export interface Enumeration {
  /** Its title in the specification. */
  readonly name: string
  readonly drawn: readonly { readonly drawing: Drawing; readonly values: readonly Value[] }[]
}

const page = (at: string, unfold?: true): Drawing => ({ by: 'page', at, ...(unfold && { unfold }) })
const choice = (at: string, en: string, zh: string): Drawing => ({ by: 'choice', at, name: { en, zh } })
const one = (drawing: Drawing, ...values: readonly Value[]) => [{ drawing, values }]

const same = (name: string, label: string): Value => [name, null, label, label]
const importAt = (name: string): Drawing => page(`/phonebooks/$phonebook?form=import&import=$${name}`)

/** The enumerations of specification section 3, each value with the place that draws it. */
export const enumerations: readonly Enumeration[] = [
  {
    // Staff set each status of an account, and its audit log names them.
    name: 'Account status',
    drawn: one(
      page('/account/settings?tab=audit&action=account', true),
      ['Ok', 0, 'active', '正常'],
      ['Suspended', 1, 'suspended', '已暂停'],
      ['AllPaymentBlocked', 10, 'payments blocked', '支付受限'],
      ['PayPalBlocked', 11, 'PayPal blocked', 'PayPal 受限'],
      ['StripeBlocked', 12, 'card payments blocked', '银行卡支付受限'],
      ['AlipayBlocked', 13, 'Alipay blocked', '支付宝受限'],
      ['WechatPayBlocked', 14, 'WeChat Pay blocked', '微信支付受限'],
    ),
  },
  {
    name: 'Entity kinds',
    drawn: one(
      choice('/sms/signatures?form=new', 'Source', '签名来源'),
      ['Entity', 1, 'Company', '企业名称'],
      ['Website', 2, 'Website', '网站'],
      ['Application', 3, 'App', '应用'],
      ['WeChat', 4, 'WeChat account', '公众号或小程序'],
      ['EComm', 5, 'Online shop', '电商店铺'],
      ['TradeMark', 6, 'Trade mark', '商标'],
    ),
  },
  {
    name: 'Review status',
    drawn: one(
      choice('/sms/signatures', 'Review', '审核状态'),
      ['Pending', 0, 'In review', '审核中'],
      ['AutoRejected', 1, 'Rejected by the automatic check', '自动审核未通过'],
      ['ManualRejected', 2, 'Rejected', '未通过'],
      ['PreApproved', 3, 'Automatic check passed', '自动审核已通过'],
      ['Approved', 4, 'Approved', '已通过'],
    ),
  },
  {
    name: 'Message scene',
    drawn: one(
      choice('/sms/templates', 'Scene', '场景'),
      ['Verification', 1, 'Verification', '验证码'],
      ['Notification', 2, 'Notification', '通知'],
      ['Marketing', 3, 'Marketing', '营销'],
    ),
  },
  {
    name: 'Message status',
    drawn: [
      {
        drawing: page('/sms/logs'),
        values: [
          ['sent', 3, 'Sent', '已发送'],
          ['delivered', 4, 'Delivered', '已送达'],
          ['undelivered', 5, 'Undelivered', '未送达'],
          ['rejected', 8, 'Rejected', '已拒绝'],
          ['failed', 9, 'Failed', '失败'],
          ['read', 10, 'Read', '已读'],
          ['expired', 11, 'Expired', '已过期'],
        ],
      },
      {
        drawing: {
          by: 'handed row',
          at: '/sms/logs?money=charged',
          call: /^\/api\/sms\/messages$/,
          field: 'status',
        },
        values: [
          ['accepted', 0, 'Accepted', '已受理'],
          ['queued', 1, 'Queued', '排队中'],
          ['sending', 2, 'Sending', '发送中'],
          ['receiving', 6, 'Receiving', '接收中'],
          ['received', 7, 'Received', '已接收'],
          ['unknown', 13, 'Unknown', '状态未知'],
        ],
      },
    ],
  },
  {
    name: 'Upstream type',
    drawn: one(
      choice('/upstreams', 'Type', '类型'),
      ['standard', 1, 'Standard', '标准'],
      ['managed', 2, 'Managed', '自有'],
    ),
  },
  {
    name: 'Edit mode',
    drawn: one(
      { by: 'menu', at: '/sms/templates', name: { en: 'Actions for Order news', zh: '“Order news”的操作' } },
      ['Create', 1, 'Create template', '创建模板'],
      ['Edit', 2, 'Edit', '编辑'],
      ['Prepare', 3, 'Duplicate', '复制为新模板'],
    ),
  },
  {
    name: 'Message types',
    drawn: one(
      { by: 'handed row', at: '/sandbox/inbox', call: /^\/sandbox\/inbox$/, field: 'channel' },
      ['sms', null, 'SMS', '短信'],
      ['voice', null, 'Voice', '语音'],
    ),
  },
  {
    name: 'Payment channels',
    drawn: [
      {
        drawing: choice('/transactions', 'Paid by', '支付方式'),
        values: [
          ['cash', null, 'Cash / Bank transfer', '现金/线下汇款'],
          ['balance', null, 'Balance', '余额'],
          ['stripe', null, 'Stripe', 'Stripe'],
        ],
      },
      {
        drawing: choice('/transactions?channel=alipay', 'Paid by', '支付方式'),
        values: [['alipay', null, 'Alipay', '支付宝']],
      },
      {
        drawing: choice('/transactions?channel=wxpay', 'Paid by', '支付方式'),
        values: [['wxpay', null, 'WeChat Pay', '微信支付']],
      },
      {
        drawing: choice('/transactions?channel=unionpay', 'Paid by', '支付方式'),
        values: [['unionpay', null, 'UnionPay', '银联']],
      },
      {
        drawing: page('/transactions'),
        values: [
          ['card', null, 'Card', '银行卡'],
          same('paypal', 'PayPal'),
          same('google pay', 'Google Pay'),
          same('apple pay', 'Apple Pay'),
        ],
      },
    ],
  },
  {
    name: 'Trade direction',
    drawn: one(choice('/transactions', 'Direction', '收支'), ['In', 1, 'In', '收入'], ['Out', 2, 'Out', '支出']),
  },
  {
    name: 'Trade type',
    drawn: one(
      choice('/transactions', 'Type', '类型'),
      ['Charge', 1, 'Top-up', '充值'],
      ['Pay', 2, 'Payment', '支付'],
      ['Refund', 3, 'Refund', '退款'],
      ['Deduct', 4, 'Deduction', '扣款'],
      ['Gift', 5, 'Gift', '赠送'],
      ['Cashback', 6, 'Cashback', '返现'],
    ),
  },
  {
    name: 'Auth mode',
    drawn: one(page('/credentials'), ['Simple', 1, 'Simple mode', '简易模式'], ['Hmac', 2, 'HMAC mode', 'HMAC 模式']),
  },
  {
    name: 'Industries',
    drawn: one(
      choice('/sms/signatures?form=new', 'Industry', '所属行业'),
      ['ECOMMERCE', null, 'E-commerce', '电子商务'],
      ['FINANCIAL', null, 'Finance', '金融'],
      ['EDUCATION', null, 'Education', '教育'],
      ['HEALTHCARE', null, 'Healthcare', '医疗健康'],
      ['GAME', null, 'Games', '游戏'],
      ['ENTERPRISE_SRV', null, 'Business services', '企业服务'],
      ['SOCIAL', null, 'Social networks', '社交'],
      ['O2O', null, 'Local services (O2O)', '本地生活（O2O）'],
      ['NET_TOOL', null, 'Online tools', '网络工具'],
      ['NET_SRV', null, 'Online services', '网络服务'],
      ['TRADITIONAL', null, 'Traditional industry', '传统行业'],
    ),
  },
  {
    name: 'Phonebook/file parse result',
    drawn: [
      { drawing: importAt('ok'), values: [['Ok', 0, 'Import finished', '导入完成']] },
      {
        drawing: {
          by: 'handed row',
          at: '/phonebooks/$phonebook?form=import&import=$none&tab=segments',
          call: /^\/api\/phonebooks\/[^/]+\/import\/[^/]+$/,
          field: 'result',
        },
        values: [['NotAcceptableType', 1, 'Not acceptable type', '不支持的文件类型']],
      },
      { drawing: importAt('broken'), values: [['ParseFileFailed', 2, 'Parse file failed', '文件解析失败']] },
      { drawing: importAt('empty'), values: [['EmptyFile', 3, 'Empty file', '文件为空']] },
      { drawing: importAt('none'), values: [['NoValidPhoneNumbers', 4, 'No valid phone numbers', '没有有效的手机号']] },
    ],
  },
  {
    name: 'Recipient source',
    drawn: one(
      page('/broadcast/new'),
      ['Input', 1, 'Paste', '粘贴'],
      ['File', 2, 'File', '文件'],
      ['Phonebook', 3, 'Phonebook', '通讯录'],
    ),
  },
  {
    name: 'Send job status',
    drawn: one(
      choice('/broadcast', 'Status', '状态'),
      ['Queued', 0, 'Scheduled', '待发送'],
      ['Pending', 1, 'Sending', '发送中'],
      ['Finished', 2, 'Finished', '已完成'],
      ['Interrupt', 3, 'Paused or stopped', '已暂停或停止'],
    ),
  },
  {
    name: 'Export job status',
    drawn: one(
      choice('/sms/exports', 'Status', '状态'),
      ['Failed', 0, 'Failed', '失败'],
      ['Queued', 1, 'Queued', '排队中'],
      ['Pending', 2, 'Running', '进行中'],
      ['Finished', 3, 'Finished', '已完成'],
    ),
  },
  {
    name: 'Invoice status',
    drawn: one(
      choice('/invoices', 'Status', '状态'),
      ['Draft', 0, 'Preview', '预览'],
      ['Open', 1, 'Due', '待付款'],
      ['Void', 2, 'Void', '已作废'],
      ['Paid', 3, 'Paid', '已付清'],
      ['Uncollectible', 4, 'Overdue', '已逾期'],
    ),
  },
  {
    name: 'Upstream providers by code',
    drawn: [
      { drawing: page('/upstreams?tab=routing'), values: [['uig', null, 'Hongyan Direct', '鸿雁直连']] },
      {
        drawing: choice('/upstreams', 'Provider', '服务商'),
        values: [
          same('twl', 'Twilio'),
          same('vg', 'Vonage'),
          ['ali', null, 'Alibaba Cloud', '阿里云'],
          ['tcc', null, 'Tencent Cloud', '腾讯云'],
          ['hw', null, 'Huawei Cloud', '华为云'],
          ['cl', null, 'ChuangLan', '创蓝云智'],
        ],
      },
    ],
  },
]
