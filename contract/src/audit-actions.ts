import type { addresses } from './endpoints/addresses.ts'
import type { RuleTexts } from './rules.ts'
import type { Locale } from './vocabulary/account.ts'

type Table = typeof addresses
type Writes<Noun extends keyof Table> = {
  [Verb in keyof Table[Noun]]: Table[Noun][Verb] extends `GET ${string}` ? never : Verb
}[keyof Table[Noun]]

/** Actions of staff on the command line, and of the server itself. */
const internalActions = [
  'account.create',
  'account.set',
  'account.block',
  'account.unblock',
  'credential.create',
  'invoice.close',
  'invoice.issue',
  'invoice.adjust',
  'invoice.void',
  'invoice.bank',
  'fapiao.issue',
  'ledger.credit',
  'ledger.debit',
  'ledger.gift',
  'ledger.retireSandbox',
  'payment.assign',
  'payment.return',
  'autoRecharge.pause',
  'autoRecharge.switchOff',
  'verification.show',
  'verification.approve',
  'verification.reject',
  'verification.check',
  'verification.expire',
] as const

/** Noun and verb of every write. */
export type AuditAction = (typeof internalActions)[number] | Call
type Call = { [Noun in keyof Table]: `${Noun}.${Writes<Noun> & string}` }[keyof Table]

const texts = (en: string, zh: string): RuleTexts => ({ en, zh })

/** The label of every write, on the screen of the audit log and in its file. A write without one does not compile. */
const labels: Readonly<Record<AuditAction, RuleTexts>> = {
  'account.create': texts('Opened account', '开户'),
  'account.set': texts('Changed account', '调整账户'),
  'account.block': texts('Blocked card payments', '限制银行卡支付'),
  'account.unblock': texts('Unblocked card payments', '解除银行卡支付限制'),
  'credential.create': texts('Issued credential', '签发访问凭证'),
  'invoice.close': texts('Closed billing month', '结算月度账单'),
  'invoice.issue': texts('Issued invoice', '出具账单'),
  'invoice.adjust': texts('Adjusted invoice', '调整账单'),
  'invoice.void': texts('Voided invoice', '作废账单'),
  'invoice.bank': texts('Recorded invoice bank transfer', '登记账单的银行转账'),
  'ledger.credit': texts('Added funds', '账户入账'),
  'ledger.debit': texts('Deducted funds', '扣减余额'),
  'ledger.gift': texts('Added promotional funds', '赠送金额'),
  'ledger.retireSandbox': texts('Removed sandbox funds', '清除沙箱资金'),
  'payment.assign': texts('Credited payment', '付款入账'),
  'payment.return': texts('Returned payment', '退回付款'),
  'fapiao.issue': texts('Issued fapiao', '开具发票'),
  'autoRecharge.pause': texts('Paused auto-recharge', '暂停自动充值'),
  'autoRecharge.switchOff': texts('Turned off auto-recharge', '关闭自动充值'),
  'verification.show': texts('Viewed verification data', '查看实名认证资料'),
  'verification.approve': texts('Approved verification', '实名认证审核通过'),
  'verification.reject': texts('Rejected verification', '实名认证审核驳回'),
  'verification.check': texts('Checked verification', '自动检查实名认证'),
  'verification.expire': texts('Ended verification', '实名认证到期'),
  'session.create': texts('Signed in with password', '密码登录'),
  'session.byCode': texts('Signed in with code', '验证码登录'),
  'session.end': texts('Logged out', '退出登录'),
  'secondFactor.signIn': texts('Passed two-step verification', '通过两步验证'),
  'secondFactor.passkeyOptions': texts('Started passkey sign-in', '发起通行密钥登录'),
  'secondFactor.byPasskey': texts('Signed in with passkey', '通行密钥登录'),
  'secondFactor.stepUpOptions': texts('Started identity check', '发起身份确认'),
  'secondFactor.stepUp': texts('Confirmed identity', '确认身份'),
  'signup.create': texts('Opened account', '开户'),
  'password.reset': texts('Reset password', '重置密码'),
  'codes.send': texts('Requested code', '获取验证码'),
  'codes.verify': texts('Entered code', '校验验证码'),
  'verification.saveDraft': texts('Saved verification draft', '保存实名认证草稿'),
  'verification.submit': texts('Submitted verification', '提交实名认证'),
  'verification.resubmit': texts('Resubmitted verification', '重新提交实名认证'),
  'verification.withdraw': texts('Withdrew verification', '撤回实名认证'),
  'upload.create': texts('Uploaded file', '上传文件'),
  'profile.save': texts('Changed profile', '修改个人资料'),
  'profile.setLocale': texts('Changed language', '修改语言'),
  'profile.changePhone': texts('Set up or changed phone', '设置或更换手机号'),
  'profile.changeEmail': texts('Set up or changed email', '设置或更换邮箱'),
  'profile.changePassword': texts('Changed password', '修改密码'),
  'security.beginTotp': texts('Started authenticator setup', '开始设置身份验证器'),
  'security.confirmTotp': texts('Added authenticator app', '添加身份验证器'),
  'security.removeTotp': texts('Removed authenticator app', '移除身份验证器'),
  'security.newRecoveryCodes': texts('Generated recovery codes', '重新生成恢复码'),
  'security.passkeyOptions': texts('Started adding passkey', '开始添加通行密钥'),
  'security.addPasskey': texts('Added passkey', '添加通行密钥'),
  'security.renamePasskey': texts('Renamed passkey', '重命名通行密钥'),
  'security.removePasskey': texts('Removed passkey', '移除通行密钥'),
  'sessions.end': texts('Ended session', '结束一个会话'),
  'sessions.endOthers': texts('Logged out everywhere else', '退出其他所有设备'),
  'notices.read': texts('Marked notifications as read', '将通知标为已读'),
  'noticePreferences.save': texts('Changed notification settings', '修改通知设置'),
  'credentials.create': texts('Created credential', '创建访问凭证'),
  'credentials.update': texts('Changed credential auth mode', '修改凭证的鉴权模式'),
  'credentials.remove': texts('Deleted credential', '删除访问凭证'),
  'configuration.saveSms': texts('Changed SMS settings', '修改短信设置'),
  'topUp.create': texts('Started top-up', '发起充值'),
  'topUp.cancel': texts('Cancelled top-up', '取消充值'),
  'topUp.check': texts('Checked payments', '查询支付结果'),
  'transactionFapiao.request': texts('Requested top-up fapiao', '为充值申请发票'),
  'invoices.pay': texts('Paid invoice', '支付账单'),
  'invoices.setPo': texts('Set invoice PO number', '设置账单的采购订单号'),
  'invoices.dispute': texts('Disputed invoice line', '对账单明细提出异议'),
  'invoices.fapiao': texts('Requested invoice fapiao', '为账单申请发票'),
  'countries.save': texts('Changed sending countries', '修改可发送的国家和地区'),
  'billing.save': texts('Changed billing details', '修改账单信息'),
  'refunds.create': texts('Requested refund', '申请退款'),
  'autoRecharge.set': texts('Changed auto-recharge', '修改自动充值'),
  'paymentMethods.add': texts('Added card', '添加银行卡'),
  'paymentMethods.makeDefault': texts('Set default card', '设为默认银行卡'),
  'paymentMethods.remove': texts('Deleted card', '删除银行卡'),
  'prices.quote': texts('Estimated price', '询价'),
}

const isKnown = (action: string): action is AuditAction => Object.hasOwn(labels, action)

/** The label of an action; the action itself where there is none. */
export function actionText(action: string, locale: Locale): string {
  if (!isKnown(action)) return action
  return locale === 'zh-CN' ? labels[action].zh : labels[action].en
}
