import { DAY, MINUTE } from '../durations.ts'
import { filing, reviews } from '../limits/senders.ts'
import { verification } from '../limits/verification.ts'
import { type Article, articlesOf } from './article.ts'

const article = articlesOf('review')

const urgeMinutes = reviews.urgeAfter / MINUTE
const lapseDays = filing.lapsesAfter / DAY

export const reviewArticles: readonly Article[] = [
  article(
    'sender-id-rejected',
    '/sms/signatures',
    [
      'A sender ID was rejected',
      [
        'Open it under [Sender IDs](/sms/signatures): each field that has to change shows its reason and the remedy. Correct these fields and submit it again; the others keep their values.',
        'Frequent causes: the document doesn’t show the name, can’t be read or has expired; the name could be taken for another company’s; the purpose doesn’t say who gets the messages and why. For a name that belongs to someone else, choose third-party use and upload our form, signed by its owner.',
        'Meanwhile you can send under another approved sender ID.',
      ],
      [
        'sender id',
        'signature rejected',
        'sender name',
        'resubmit',
        'alphanumeric sender',
        'sender not approved',
        'rejection reason',
        'letter of authorisation',
        'brand name',
      ],
    ],
    [
      '签名被驳回',
      [
        '请在[短信签名](/sms/signatures)中打开该签名：需要修改的字段会显示原因和修改建议。修改这些字段后重新提交，其余内容保持不变。',
        '常见原因：材料中没有该名称、无法辨认或已过期；名称容易与其他企业混淆；用途没有说明发给谁、为什么发。名称属于他人时，请选择“他用”，并上传由名称所有者签字盖章的授权书。',
        '在此期间可使用其他审核通过的签名发送。',
      ],
      ['签名', '签名审核', '签名不通过', '签名未通过', '重新提交', '授权书', '驳回原因', '他用'],
    ],
  ),
  article(
    'template-rejected',
    '/sms/templates',
    [
      'A template was rejected',
      [
        'Open it under [Templates](/sms/templates): the reason names the field, the rule and the remedy. The form checks the same rules while you type, so correct it until no error is left, and submit it again.',
        'Frequent causes: the text belongs to another scene; a variable stands for a whole sentence or a link; marketing has no opt-out line; a short link of a public service. An approved version stays in use while its successor is reviewed.',
        'Public templates, whose codes begin with `pub_`, need no review.',
      ],
      [
        'template',
        'template rejected',
        'template not approved',
        'content rejected',
        'variables',
        'short link',
        'opt-out line',
        'template review',
      ],
    ],
    [
      '模板被驳回',
      [
        '请在[短信模板](/sms/templates)中打开该模板：原因会说明字段、规则和修改建议。表单会在填写时检查相同的规则，修改到没有错误后重新提交即可。',
        '常见原因：内容与场景不符；变量代替了整句话或链接；营销短信没有退订方式；使用公共短链接。新版本审核期间，已通过的版本继续使用。',
        '代码以 `pub_` 开头的公共模板无需审核。',
      ],
      ['模板', '模板审核', '模板不通过', '模板未通过', '内容不合规', '变量', '短链接', '退订说明'],
    ],
  ),
  article(
    'review-waiting',
    '/sms/signatures',
    [
      'How long a review takes',
      [
        `Sender IDs and templates are checked automatically on submission, then by a person. You get a notice with the result. ${urgeMinutes} minutes after submitting, you can send the reviewers one reminder, on the record’s page.`,
        `What the automatic check passes can be used meanwhile for codes and notifications: in its first hour to your verified phone alone, then for up to ${reviews.preApprovedPerDay} messages a day. Marketing waits for the person’s review.`,
        `To mainland China, carriers file each sender ID and template after that, usually within ${filing.answersWithin} working days.`,
      ],
      [
        'review time',
        'how long',
        'pending review',
        'in review',
        'urge',
        'faster',
        'approval time',
        'waiting for approval',
      ],
    ],
    [
      '审核需要多久',
      [
        `签名和模板提交后立即自动审核，然后由人工审核，结果会通知您。提交 ${urgeMinutes} 分钟后，可在详情中催办一次。`,
        `自动审核通过后即可用于验证码和通知：第一个小时只能发送到您已验证的手机号，之后每天最多 ${reviews.preApprovedPerDay} 条。营销短信须等待人工审核。`,
        `发往中国大陆的签名和模板还须在运营商报备，通常需要 ${filing.answersWithin} 个工作日。`,
      ],
      ['审核时间', '多久', '审核中', '催办', '加急', '什么时候通过', '等待审核', '审核进度'],
    ],
  ),
  article(
    'mainland-filing',
    '/sms/signatures',
    [
      'Send to mainland China: filing',
      [
        'Messages to +86 numbers of a mainland account need an approved sender ID and an approved template, and each of the four carriers files both. Until all of them have, a message is refused with 107123 and costs nothing. The page of the [sender ID](/sms/signatures) or [template](/sms/templates) shows each carrier’s progress.',
        `A carrier usually answers within ${filing.answersWithin} working days. If one refuses or lets a filing lapse, its reason appears there; file it again on the same page. A sender ID that no message uses for ${lapseDays} days can lapse.`,
        'Mainland texts end with the opt-out line of the rules in force, which counts in the price.',
      ],
      [
        'china',
        'mainland',
        'filing',
        '+86',
        'carrier filing',
        'china mobile',
        'real-name filing',
        '107123',
        'registration china',
        'filing lapsed',
      ],
    ],
    [
      '发往中国大陆：运营商报备',
      [
        '中国大陆账户发往 +86 号码须使用审核通过的签名和模板，并由四家运营商分别报备。全部完成前，短信会被拒绝（107123）且不收费。各运营商的进度见[签名](/sms/signatures)或[模板](/sms/templates)详情。',
        `运营商通常在 ${filing.answersWithin} 个工作日内答复。报备失败或失效时会显示原因，可在同一页重新报备。签名连续 ${lapseDays} 天未使用，报备可能失效。`,
        '发往中国大陆的短信末尾会按现行规则加上退订说明，并计入计费条数。',
      ],
      ['报备', '实名报备', '运营商报备', '移动', '联通', '电信', '广电', '107123', '报备失败', '报备失效', '签名报备'],
    ],
  ),
  article(
    'verification-documents',
    '/verification',
    [
      'Documents for verification',
      [
        '[Verification](/verification) takes about five minutes. International accounts verify a business or a sole trader: registration, website, the representative’s identity document, and how you’ll use messages. Mainland accounts verify an enterprise (business licence, legal representative, operator) or an individual.',
        'Upload photos or PDFs of up to 2 MB, sharp and with all four corners. Rejected? The page names each field with its reason; the others keep their values. You can submit 5 times a day.',
        `An individual’s approval allows codes and notifications, not marketing. It’s valid for ${verification.validDays} days, and we remind you before it ends. Images are deleted 30 days after the decision.`,
      ],
      [
        'verification',
        'kyc',
        'real-name',
        'identity',
        'passport',
        'business licence',
        'documents',
        'verify account',
        'verification rejected',
        'id card',
      ],
    ],
    [
      '实名认证需要哪些材料',
      [
        '[实名认证](/verification)约需五分钟。中国大陆账户可进行企业认证（营业执照、法定代表人、经办人）或个人认证；国际账户可认证企业或个体经营者，需要登记信息、网站、代表人证件和发送用途。',
        '请上传不超过 2 MB 的照片或 PDF，清晰且四角完整。未通过时，页面会逐项显示原因，其余内容保持不变。每天最多提交 5 次。',
        `个人认证可发送验证码和通知，不能发送营销短信。认证有效期 ${verification.validDays} 天，到期前会提醒您；证件图片在审核结束 30 天后删除。`,
      ],
      ['实名认证', '认证材料', '营业执照', '身份证', '企业认证', '个人认证', '认证失败', '认证不通过', '资质'],
    ],
  ),
]
