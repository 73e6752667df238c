import { audit, secondFactor, signIn } from '../limits/account.ts'
import { MINUTE } from '../durations.ts'
import { type Article, articlesOf } from './article.ts'

const article = articlesOf('account')

const lockMinutes = signIn.lock / MINUTE

export const accountArticles: readonly Article[] = [
  article(
    'two-factor-lost',
    '/account/settings?tab=security',
    [
      'Lost the phone with the authenticator app',
      [
        `Sign in with one of your ${secondFactor.recoveryCodes} recovery codes, each of which works once, or with a passkey on another device. Then replace the app under [Settings, Security](/account/settings?tab=security) and generate new recovery codes.`,
        'Still signed in somewhere? Change it there: confirm with a passkey or a recovery code.',
        'If nothing is left, write to us from the account’s email address. After checking your identity, we remove the second factor; you get a notice of it, and should set up a new one immediately.',
      ],
      [
        '2fa',
        'two-step verification',
        'two-factor',
        'mfa',
        'authenticator',
        'totp',
        'recovery codes',
        'passkey',
        'lost phone',
        'new phone',
        'reset 2fa',
        'locked out',
      ],
    ],
    [
      '手机丢失，无法完成两步验证',
      [
        `请使用 ${secondFactor.recoveryCodes} 个恢复码之一登录（每个只能使用一次），或使用其他设备上的通行密钥。登录后在[安全设置](/account/settings?tab=security)中更换身份验证器，并重新生成恢复码。`,
        '如仍有已登录的浏览器，可直接在其中更换，用通行密钥或恢复码确认即可。',
        '如果都没有，请用账户邮箱联系我们。核实身份后，我们会移除两步验证并通知您，请立即重新设置。',
      ],
      [
        '两步验证',
        '双因素',
        '身份验证器',
        '恢复码',
        '通行密钥',
        '换手机',
        '手机丢了',
        '无法登录',
        '重置验证',
        'MFA',
        '2FA',
      ],
    ],
  ),
  article(
    'cannot-sign-in',
    '/account/settings?tab=security',
    [
      'Can’t sign in, or no sign-in code arrives',
      [
        `After ${signIn.failures} failed attempts in ${lockMinutes} minutes, sign-in from your IP address is locked for ${lockMinutes} minutes. Forgotten your password? Reset it on the [sign-in page](/password-reset) with a code by email or phone. A new password ends all sessions.`,
        'A code is valid for 10 minutes. If none arrives by text, use your email address: we don’t text codes to some countries, and look in the spam folder too.',
        'Change your phone, email or password under [Settings, Security](/account/settings?tab=security).',
      ],
      [
        'login',
        'log in',
        'sign in',
        'password',
        'forgot password',
        'reset password',
        'locked',
        'login code',
        'change email',
        'change phone',
        'wrong password',
      ],
    ],
    [
      '无法登录或收不到登录验证码',
      [
        `${lockMinutes} 分钟内登录失败 ${signIn.failures} 次后，该 IP 地址将锁定 ${lockMinutes} 分钟。忘记密码时，请在[重置密码](/password-reset)页面用邮箱或手机验证码重置；重置后所有设备都将退出登录。`,
        '验证码 10 分钟内有效。短信收不到时请改用邮箱（部分国家和地区不发送短信验证码），并检查垃圾邮件。',
        '手机号、邮箱和密码可在[安全设置](/account/settings?tab=security)中更换。',
      ],
      ['登录不了', '登录失败', '忘记密码', '重置密码', '账户锁定', '登录验证码', '更换手机号', '更换邮箱', '修改密码'],
    ],
  ),
  article(
    'leaked-key',
    '/credentials',
    [
      'Someone else uses my key or account',
      [
        'Create a new credential under [Credentials](/credentials), move your servers to it, and delete the old one: it stops working within 5 seconds. Prefer HMAC mode, whose secret is never sent, and let only your servers call with [IP restriction](/extensions/ip-restriction).',
        'Change your password, which signs out all devices, and turn on two-step verification under [Settings, Security](/account/settings?tab=security). The [audit log](/account/settings?tab=audit) lists every change of the account with its IP address.',
        'Limit what a stolen key can send: [caps and rules](/extensions/sms-rate-limiting), and only the [countries](/account/settings?tab=countries) that you serve.',
      ],
      [
        'hacked',
        'leaked',
        'stolen key',
        'compromised',
        'fraud',
        'unknown messages',
        'unauthorised use',
        'rotate key',
        'sms pumping',
        'security',
        'messages i did not send',
      ],
    ],
    [
      '密钥或账户被他人使用',
      [
        '请在[访问凭证](/credentials)中创建新凭证，将服务器切换过去后删除旧凭证，5 秒内失效。建议使用 HMAC 模式（Secret 不会被传输），并通过 [IP 限制](/extensions/ip-restriction)只允许您的服务器调用。',
        '请修改密码（所有设备将退出登录），并在[安全设置](/account/settings?tab=security)中开启两步验证。[操作日志](/account/settings?tab=audit)列出账户的每次修改及来源 IP。',
        '为防止密钥被盗刷，请设置[上限和频率限制规则](/extensions/sms-rate-limiting)，并只开通业务所需的[国家和地区](/account/settings?tab=countries)。',
      ],
      ['盗用', '被盗', '泄露', '盗刷', '短信轰炸', '异常发送', '不是我发的', '更换密钥', '安全', '被黑'],
    ],
  ),
  article(
    'erase-data',
    '/account/settings?tab=people',
    [
      'Delete a person’s data, or close the account',
      [
        'Under [Settings, Personal data](/account/settings?tab=people), enter a phone number to export everything that your account sent to it as a signed file, to create evidence for a complaint, or to erase the number and its texts. A signed certificate confirms the erasure. Opt-outs and blocks of the number stay in force without it.',
        `Texts and numbers of messages are kept for 30 days by default. Messages without them stay in the log for 13 months, and the audit log for ${audit.keptDays} days.`,
        'To close your account, first [refund](/transactions) what you haven’t used, then write to us.',
      ],
      [
        'gdpr',
        'privacy',
        'erase',
        'delete data',
        'right to be forgotten',
        'data subject request',
        'close account',
        'delete account',
        'retention',
        'ccpa',
        'cancel account',
      ],
    ],
    [
      '删除个人数据或注销账户',
      [
        '在[设置的“个人数据”](/account/settings?tab=people)中输入手机号，可将账户发往该号码的全部内容导出为带签名的文件、出具投诉所需的发送证据，或删除号码和短信内容，并获得带签名的删除证明。该号码的退订和屏蔽在不保留号码的情况下继续有效。',
        `短信内容和号码默认保留 30 天，不含内容和号码的记录保留 13 个月，操作日志保留 ${audit.keptDays} 天。`,
        '如需注销账户，请先[退还](/transactions)未使用的余额，再联系我们。',
      ],
      ['删除数据', '个人信息', '隐私', '被遗忘权', '注销', '注销账号', '关闭账户', '保留多久', '数据删除'],
    ],
  ),
]

const appeal = articlesOf('appeal')

export const appealArticles: readonly Article[] = [
  appeal(
    'suspended',
    '/support/new?category=appeal',
    [
      'Your account is suspended: how to appeal',
      [
        'While an account is suspended, it can’t create, send or enable anything. Messages that waited are rejected free of charge, and auto-recharge doesn’t run. You can still read everything, export, top up, verify and write to us. The suspension lasts until usage is confirmed non-fraudulent.',
        'Write an [appeal](/support/new?category=appeal): what you send and to whom, how your recipients agreed, and what caused the unusual traffic. It goes faster if your account is [verified](/verification), two-step verification is on, your password is new, and your [keys](/credentials) are renewed where one may have leaked.',
        'The appeal shows its own status, and we notify you of the decision.',
      ],
      [
        'suspended',
        'suspension',
        'appeal',
        'account blocked',
        'account disabled',
        'banned',
        'reactivate',
        'restore account',
        'unsuspend',
        '105001',
      ],
    ],
    [
      '账户被暂停，如何申诉',
      [
        '账户被暂停期间，无法创建、发送或启用任何内容；排队中的短信会被拒绝且不收费，自动充值也会停止。您仍可查看、导出、充值、认证和联系我们。账户在确认不存在欺诈行为后恢复使用。',
        '请提交[申诉](/support/new?category=appeal)，说明您发送什么、发给谁、对方如何同意，以及异常流量的原因。完成[实名认证](/verification)、开启两步验证、修改密码，并更换可能泄露的[密钥](/credentials)，有助于加快处理。',
        '申诉有单独的处理状态，我们会将结果通知您。',
      ],
      ['暂停', '封号', '冻结账户', '申诉', '解封', '恢复账户', '账户被封', '停用', '解除暂停', '105001'],
    ],
  ),
]
