import { errorIndex } from '../../lib/error-page.ts'
import { paths } from '../../lib/paths.ts'

/** More keys of a page: keywords that contain the query, and patterns that the query matches. */
export interface Keywords {
  readonly en: readonly string[]
  readonly zh: readonly string[]
  readonly enPattern?: RegExp
  /** Applies in Chinese only (specification section 2, "Route search"). */
  readonly zhPattern?: RegExp
}

/** By address. */
export const keywords: Readonly<Record<string, Keywords>> = {
  [paths.home]: {
    en: ['overview', 'dashboard', 'start page', 'statistics', 'delivery rate', 'today', 'trends', 'connectivity'],
    zh: ['概览', '仪表盘', '控制台', '概况', '统计', '送达率', '今日', '趋势', '连接状态'],
    enPattern: /^(?:how much|how many)\b/,
    zhPattern: /(?:发送|接收)量|数据/,
  },
  [paths.broadcast]: {
    en: ['bulk', 'mass sending', 'campaign', 'marketing', 'schedule'],
    zh: ['批量', '营销', '定时发送', '群发短信'],
    enPattern: /^send (?:to|a|an|bulk|many)\b/,
    zhPattern: /群发|批量/,
  },
  [paths.signatures]: {
    en: ['signature', 'sender name', 'alphanumeric sender', 'brand', 'from'],
    zh: ['签名', '发送者', '发件人', '品牌', '抬头'],
    enPattern: /^senders?\b/,
    zhPattern: /签名|抬头/,
  },
  [paths.templates]: {
    en: ['template', 'content', 'variables', 'message text', 'segments', 'public templates', 'review'],
    zh: ['模板', '模版', '短信内容', '变量', '文案', '公共模板', '条数', '审核'],
    zhPattern: /模[板版]/,
  },
  [paths.logs]: {
    en: ['history', 'sent messages', 'delivery status', 'records', 'why failed'],
    zh: ['日志', '历史', '发送明细', '短信状态', '失败原因'],
    enPattern: /^(?:why|where is|failed|undelivered)\b/,
    zhPattern: /记录|日志|为什么|失败/,
  },
  [paths.exports]: {
    en: ['download', 'csv', 'excel', 'report file'],
    zh: ['下载', '导出', '表格', '报表'],
    zhPattern: /导出|下载/,
  },
  [paths.transactions]: {
    en: ['billing', 'payments', 'refund', 'statement', 'ledger', 'spending'],
    zh: ['账单明细', '流水', '退款', '扣费', '消费', '交易'],
    enPattern: /^(?:refund|charged|spent)\b/,
    zhPattern: /退款|扣[费款]|流水/,
  },
  [paths.invoices]: {
    en: ['bill', 'receipt for payment', 'due', 'overdue', 'tax'],
    zh: ['账单', '发票', '税', '逾期', '月结'],
    zhPattern: /发票|账单/,
  },
  [paths.topUp]: {
    en: [
      'recharge',
      'balance',
      'cashback',
      'add funds',
      'deposit',
      'pay',
      'card',
      'alipay',
      'wechat pay',
      'auto-recharge',
    ],
    zh: ['充值', '余额', '付款', '支付', '支付宝', '微信支付', '自动充值', '银行卡', '返现'],
    enPattern: /^(?:add|buy|need) (?:money|funds|credit|balance)\b/,
    zhPattern: /充[值钱]|[付缴]费|续费/,
  },
  [paths.ipRestriction]: {
    en: ['ip whitelist', 'allowlist', 'firewall', 'allowed addresses'],
    zh: ['白名单', 'IP 限制', '防火墙', '来源地址'],
    enPattern: /^(?:\d{1,3}\.){1,3}\d{0,3}$/,
    zhPattern: /白名单/,
  },
  [paths.rateLimiting]: {
    en: ['throttle', 'frequency', 'limit per number', 'flood', 'sms pumping'],
    zh: ['限流', '频率', '频控', '防刷', '轰炸'],
    enPattern: /^(?:rate|too many)\b/,
    zhPattern: /限[流频制]|防刷/,
  },
  [paths.receipts]: {
    en: ['webhook', 'callback', 'dlr', 'delivery report', 'status push'],
    zh: ['回调', '回执', '状态推送', '状态报告', 'webhook'],
    enPattern: /^(?:web ?hooks?|callbacks?)\b/,
    zhPattern: /回[调执]|推送/,
  },
  [paths.credentials]: {
    en: ['api key', 'access key', 'accesskey id', 'secret', 'token', 'hmac', 'simple mode', 'authentication'],
    zh: ['密钥', 'AccessKey', '鉴权', '接口密钥', '简易模式', '签名验证'],
    enPattern: /^(?:api|access) ?-?(?:key|token|secret)s?/,
    zhPattern: /密[钥匙码]|鉴权|秘钥/,
  },
  [paths.upstreams]: {
    en: ['channel', 'routing', 'carrier', 'provider', 'gateway', 'failover'],
    zh: ['通道', '路由', '运营商', '供应商', '网关'],
    zhPattern: /通道|路由/,
  },
  [paths.verification]: {
    en: ['identity', 'real name', 'kyc', 'company', 'documents'],
    zh: ['实名', '认证', '企业资质', '身份', '营业执照'],
    zhPattern: /实名|资质|执照/,
  },
  [paths.support]: {
    en: ['contact', 'help', 'ticket', 'appeal', 'whatsapp', 'telegram', 'line', 'wechat', 'email', 'support hours'],
    zh: ['客服', '帮助', '工单', '申诉', '联系', '微信', '邮箱', '服务时间'],
    enPattern: /^(?:contact|talk to|call|complain)\b/,
    zhPattern: /客服|工单|联系|申诉|投诉/,
  },
  [paths.settings]: {
    en: [
      'profile',
      'password',
      'phone',
      'email',
      'name',
      'security',
      'notifications',
      'two-step verification',
      'audit log',
    ],
    zh: ['个人资料', '密码', '手机', '邮箱', '安全', '昵称', '通知', '两步验证', '操作日志'],
    enPattern: /^(?:change|reset) (?:my )?(?:password|phone|email|name)/,
    zhPattern: /修改|绑定|换绑|密码/,
  },
  [paths.analytics]: {
    en: ['insights', 'trends', 'report', 'chart', 'statistics', 'latency', 'cost by country', 'success rate'],
    zh: ['分析', '洞察', '趋势', '报表', '图表', '统计', '耗时', '成功率'],
    zhPattern: /分析|报表/,
  },
  [paths.phonebooks]: {
    en: ['contacts', 'numbers', 'recipients', 'address book'],
    zh: ['通讯录', '联系人', '号码簿', '号码库'],
    zhPattern: /通讯录|号码/,
  },
  [paths.prices]: {
    en: ['pricing', 'cost', 'rates', 'price list'],
    zh: ['价格', '资费', '单价', '费用'],
    enPattern: /^(?:how much|cost|what does)\b/,
    zhPattern: /多少钱|价[格目]|资费/,
  },
  [paths.protection]: {
    en: ['recipient list', 'blocked numbers', 'opt-outs', 'unsubscribed', 'do not contact', 'fraud', 'sms pumping'],
    zh: ['号码名单', '黑名单', '退订名单', '屏蔽号码', '风控', '防盗刷', '安全防护'],
    enPattern: /^(?:block|opt|unsub)/,
    zhPattern: /风控|盗刷|名单|退订|屏蔽/,
  },
  [paths.smpp]: {
    en: ['bind', 'smpp 3.4', 'connection', 'system id'],
    zh: ['直连', '协议', '连接', '长连接'],
    zhPattern: /直连|长连接/,
  },
  [paths.docs]: {
    en: ['docs', 'quickstart', 'get started', 'api reference', 'sdk', 'guide', 'curl', 'integration', 'test numbers'],
    zh: ['文档', '快速开始', '快速入门', '接口', '接入', '开发', '测试号码', '示例代码'],
    enPattern: /^(?:how (?:do|to|can)|integrate|example)\b/,
    zhPattern: /怎么|如何|接入|对接/,
  },
  [errorIndex]: {
    en: ['error dictionary', 'failed messages', 'refused', 'undelivered', 'reason'],
    zh: ['错误代码', '失败原因', '报错', '拒收', '未送达'],
    enPattern: /^(?:why|error)\b|^[a-z]+(?:_[a-z]+)+$/,
    zhPattern: /错误|失败|报错/,
  },
}
