import type { Texts } from '../texts.ts'
import type { RouteCondition, RouteRole, SkipReason } from '../vocabulary/upstream.ts'

const words = (en: string, zh: string): Texts => ({ en, zh })

/** Why routing skipped a channel of the matched rule, written behind the channel's name. */
export const skipTexts: Readonly<Record<SkipReason, Texts>> = {
  draft: words('Draft, not tested yet', '草稿状态，尚未测试'),
  testing: words('In testing, takes test messages only', '测试中，仅承载测试短信'),
  paused: words('Paused', '已暂停'),
  auth_failed: words('The provider rejects its credentials', '服务商拒绝其凭据'),
  degraded: words('Degraded by too many errors', '错误过多，已降级'),
  down: words('Down, the provider doesn’t answer', '已中断，服务商无响应'),
  region: words('Doesn’t serve this country', '不支持该国家或地区'),
  mapping_missing: words('Sender ID or template isn’t mapped', '签名或模板尚未映射'),
  daily_cap: words('Daily spend cap reached', '已达当日消费上限'),
  no_price: words('No price for this country', '该国家或地区暂无价格'),
  canary: words('Canary, not for this recipient', '灰度通道，未选中该号码'),
  tried: words('Tried already and not accepted', '已尝试，未被接受'),
  deleted: words('Deleted', '已删除'),
}

/** Why a rule did not match, by the first condition that the message does not meet. */
export const conditionTexts: Readonly<Record<RouteCondition, Texts>> = {
  country: words('Another country or prefix', '国家或地区、号码前缀不符'),
  scene: words('Another scene', '场景不符'),
  signature: words('Another sender ID', '签名不符'),
  template: words('Another template', '模板不符'),
  credential: words('Another credential', '访问凭证不符'),
}

/** Why a channel has its place in the order of a message. */
export const roleTexts: Readonly<Record<RouteRole, Texts>> = {
  canary: words('Canary', '灰度'),
  sticky: words('Carried the recipient’s last message', '承载了该号码的上一条短信'),
  weighted: words('By weight', '按权重'),
  first: words('First choice', '首选'),
  failover: words('Failover', '故障切换'),
}
