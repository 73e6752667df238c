import type { Texts } from '../texts.ts'
import { MessageScene } from '../vocabulary/message.ts'
import type { industries } from '../vocabulary/review.ts'
import { texts } from './rule.ts'

/** A topic that carriers refuse, with the words that give it away as pieces of a pattern. */
interface Topic {
  readonly name: Texts
  /** Words that count everywhere, in mainland China alone, and everywhere else. Latin ones match as whole words. */
  readonly everywhere?: string
  readonly mainland?: string
  readonly elsewhere?: string
  /** The only scenes in which it is refused. */
  readonly scenes?: readonly MessageScene[]
  /** The industry that may write about it in codes and notices. */
  readonly exempt?: (typeof industries)[number]
  /** True where the name of a sender ID may not be about it either. */
  readonly inNames?: true
  readonly passes: string
  readonly fails: string
}

const { Notification, Marketing } = MessageScene

/** Carriers take codes alone from these branches (the field’s tables of rejections). */
const codesOnly = [Notification, Marketing]

/** The forbidden topics, from the lists that mainland providers and carriers publish. */
export const topics = {
  gambling: {
    name: texts('gambling', '博彩'),
    everywhere:
      '赌博|赌球|赌场|博彩|百家乐|六合彩|彩票|时时彩|体彩竞猜|棋牌|老虎机|在线投注|casinos?|sports? ?betting|bet now|poker|slot machines?|jackpot',
    inNames: true,
    passes: '鸿雁书店新书到店，欢迎选购。',
    fails: '真人百家乐在线投注，欢迎参与。',
  },
  adult: {
    name: texts('adult content', '色情低俗'),
    everywhere:
      '色情|成人用品|成人视频|上门按摩|裸聊|约炮|援交|escorts?|porn(?:o|ography)?|xxx|sex (?:chat|toys?|cams?)',
    inNames: true,
    passes: '预约的门诊已确认，请准时到达。',
    fails: '上门按摩服务，欢迎预约。',
  },
  drugs: {
    name: texts('drugs', '毒品'),
    everywhere:
      '毒品|冰毒|大麻(?!烦)|海洛因|摇头丸|迷药|cannabis|marijuana|cbd|cocaine|kratom|weed (?:shop|delivery)|vapes?|e-?cigarettes?',
    inNames: true,
    passes: '给您带来大麻烦，敬请谅解。',
    fails: '出售冰毒，货到付款。',
  },
  weapons: {
    name: texts('weapons', '枪支弹药'),
    everywhere: '枪支|弹药|仿真枪|管制刀具|firearms?|ammo|ammunition|guns? (?:and|for sale|shop|store)',
    inNames: true,
    passes: '鸿雁书店新书到店，欢迎选购。',
    fails: '仿真枪到货，欢迎选购。',
  },
  papers: {
    name: texts('false papers and invoices', '代开发票、证件或论文'),
    everywhere:
      '代开(?:各类)?发?票|代办发票|办假证|代办证件|刻章|代写论文|代考|驾照消分|fake (?:id|passport|diploma)s?',
    inNames: true,
    passes: '您的电子发票已开具。',
    fails: '代开发票，长期有效。',
  },
  loans: {
    name: texts('loans', '贷款'),
    mainland: '贷款|借款|借贷|网贷|放款|信用卡提额|套现|征信(?:修复|黑名单)|现金分期',
    elsewhere:
      '贷款|網貸|payday loans?|instant loans?|cash advances?|no credit check|debt relief|credit repair|debt consolidation',
    exempt: 'FINANCIAL',
    inNames: true,
    passes: '您的账单已出，请登录查看。',
    fails: '无抵押贷款，当天放款。',
  },
  collection: {
    name: texts('debt collection', '催收'),
    everywhere: '催款|催收|上门追讨|讨债|debt collect(?:ion|ors?)|collection agents?',
    inNames: true,
    passes: '您的快件逾期未取，将退回寄件人。',
    fails: '欠款已转入催收，请立即还清。',
  },
  investments: {
    name: texts('investments', '投资理财'),
    mainland: '股票|荐股|私募|投资理财|原油期货|期货(?:开户|交易)|贵金属|虚拟货币|数字货币|数字藏品|比特币|年化收益',
    elsewhere:
      '荐股|虚拟货币|guaranteed returns?|double your (?:money|bitcoin|crypto)|crypto (?:signals?|profits?)|forex signals?',
    exempt: 'FINANCIAL',
    passes: '订单因延期货物未到，预计明日发出。',
    fails: '老师荐股，股票涨停推荐。',
  },
  politics: {
    name: texts('politics', '政治敏感内容'),
    mainland: '(?<!运)维权|上访|示威|游行|党政|反动',
    inNames: true,
    passes: '您的运维权限已开通。',
    fails: '请各位参加维权集会。',
  },
  superstition: {
    name: texts('superstition', '宗教迷信'),
    mainland: '算命|算卦|占卜|风水|改运|转运|做法事|开光',
    inNames: true,
    passes: '办法事项清单已更新。',
    fails: '大师算命看风水。',
  },
  prizes: {
    name: texts('prizes', '中奖抽奖'),
    mainland: '(?<!集)中奖|抽奖|一元夺宝|一元秒杀|一元云购|零元购|0元购',
    elsewhere:
      "一元夺宝|claim your prize|you(?: have|’ve|'ve)? won (?:a|an|our|the) (?:prize|gift|jackpot|lottery|voucher|reward)|you are a winner|lottery winner",
    passes: '优秀员工将集中奖励。',
    fails: '一元夺宝，等您来领。',
  },
  jobs: {
    name: texts('jobs', '招聘兼职'),
    mainland: '招聘|面试|兼职|刷单|日结工资|猎头',
    elsewhere: '刷单|work from home|earn [$€£]?\\d[\\d,]* (?:a|per) (?:day|week)',
    passes: '您今天的值班时间有变，请留意。',
    fails: '兼职刷单，在家可做。',
  },
  cosmetic: {
    name: texts('cosmetic surgery', '医疗美容'),
    mainland: '医美|(?<!调)整形|整容|隆胸|双眼皮|溶脂|植发',
    passes: '因平台调整形式，账单改为电子版。',
    fails: '整形会员日，欢迎预约。',
  },
  migration: {
    name: texts('emigration and study abroad', '移民留学'),
    mainland: '移民|留学|海外置业|绿卡',
    passes: '您的签收地址已更新。',
    fails: '海外移民咨询，名额有限。',
  },
  contacts: {
    name: texts('private contacts and groups', '添加微信、QQ 或群'),
    mainland: '加(?:我)?(?:微信|威信|薇信|微|V信|VX|QQ|扣扣|客服微信)|加群|进群|好评返现',
    passes: '如有疑问请联系在线客服。',
    fails: '加微信领取好评返现。',
  },
  'real-estate': {
    name: texts('real estate', '房地产'),
    mainland: '楼盘|房产|购房|房源|开盘|首付|海景房|商铺出售',
    scenes: codesOnly,
    passes: '明日进行消防检查，请业主配合。',
    fails: '新楼盘盛大开盘，欢迎品鉴。',
  },
  education: {
    name: texts('education', '教育培训'),
    mainland: '培训班|培训课|招生|课程|补习|辅导班|网课|名师',
    scenes: codesOnly,
    passes: '鸿雁书店新书到店，欢迎选购。',
    fails: '暑期培训班招生，火热报名。',
  },
  games: {
    name: texts('games', '游戏'),
    mainland: '游戏|手游|新服开启|公测',
    scenes: codesOnly,
    passes: '鸿雁书店新书到店，欢迎选购。',
    fails: '新服开启，游戏礼包等你领。',
  },
} as const satisfies Record<string, Topic>

export type TopicId = keyof typeof topics

export const topicEntries: readonly (readonly [TopicId, Topic])[] = Object.entries(topics) as [TopicId, Topic][] // the keys of this object are its ids

/** Latin words of a pattern match whole. */
const whole = (words: string): RegExp =>
  new RegExp(
    words
      .split('|')
      .reduce<string[]>(joinGroups, [])
      .map((word) => (/^[a-z]/iu.test(word) ? `(?<![\\p{L}])${word}(?![\\p{L}])` : word))
      .join('|'),
    'giu',
  )

/** Joins what was split inside a group again. */
function joinGroups(words: string[], piece: string): string[] {
  const last = words.at(-1)
  const isOpen = last !== undefined && last.replaceAll(/[^(]/g, '').length > last.replaceAll(/[^)]/g, '').length
  return isOpen ? [...words.slice(0, -1), `${last}|${piece}`] : [...words, piece]
}

const patterns = new Map(
  topicEntries.map(([id, { everywhere = '', mainland = '', elsewhere = '' }]) => [
    id,
    [true, false].map((inside) =>
      whole([everywhere, inside ? mainland : elsewhere].filter((words) => words !== '').join('|') || '(?!)'),
    ),
  ]),
)

/** The pattern of a topic's words, in mainland China or elsewhere. It is global. */
export function patternOfTopic(id: TopicId, mainland: boolean): RegExp {
  const pattern = patterns.get(id)?.[mainland ? 0 : 1]
  if (pattern === undefined) throw new Error(`no pattern of the topic ${id}`)
  return pattern
}
