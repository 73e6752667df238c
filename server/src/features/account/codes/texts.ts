import { code as limits } from '@hongyan/contract/limits/account'
import { Locale } from '@hongyan/contract/vocabulary/account'
import type { VerificationScene } from '@hongyan/contract/vocabulary/verification'

/** The text of a code; an email also has the subject. */
export interface CodeText {
  readonly subject: string
  readonly text: string
}

const MINUTES = limits.validFor / 60_000

const uses: Readonly<Record<Locale, Readonly<Record<VerificationScene, string>>>> = {
  en: {
    verif_bind_phone: 'set up your phone number',
    verif_bind_email: 'set up your email',
    verif_change_phone: 'change your phone number',
    verif_change_email: 'change your email',
    verif_verify_phone: 'confirm your identity',
    verif_verify_email: 'confirm your identity',
    verif_reset_password: 'reset your password',
    verif_signin: 'sign in',
    verif_signup: 'sign up',
  },
  'zh-CN': {
    verif_bind_phone: '设置鸿雁账户手机号',
    verif_bind_email: '设置鸿雁账户邮箱',
    verif_change_phone: '更换鸿雁账户手机号',
    verif_change_email: '更换鸿雁账户邮箱',
    verif_verify_phone: '鸿雁账户身份验证',
    verif_verify_email: '鸿雁账户身份验证',
    verif_reset_password: '重置鸿雁账户密码',
    verif_signin: '登录鸿雁账户',
    verif_signup: '注册鸿雁账户',
  },
}

/** The text of a code. Texts are sent by SMS too, so the English ones use only characters of the GSM alphabet. */
export function codeText(locale: Locale, scene: VerificationScene, code: string): CodeText {
  const use = uses[locale][scene]
  if (locale === Locale.SimplifiedChinese) {
    return {
      subject: '鸿雁验证码',
      text: `验证码 ${code}，用于${use}，${MINUTES} 分钟内有效。请勿泄露给他人。`,
    }
  }
  return {
    subject: 'Your Hongyan code',
    text: `${code} is your Hongyan code to ${use}. It expires in ${MINUTES} minutes. Do not share it with anyone.`,
  }
}

/**
 * For a phone or email address that already has an account: goes to its owner, while the requester gets the usual
 * response.
 */
export function takenText(locale: Locale, kind: 'phone' | 'email'): CodeText {
  if (locale === Locale.SimplifiedChinese) {
    const named = kind === 'phone' ? '手机号' : '邮箱'
    return {
      subject: '您的鸿雁账户',
      text: `该${named}已有鸿雁账户，请直接登录；如忘记密码，请在登录页重置。如非本人操作，请忽略。`,
    }
  }
  const named = kind === 'phone' ? 'phone number' : 'email'
  return {
    subject: 'Your Hongyan account',
    text: `This ${named} already has a Hongyan account. Sign in, or reset the password if you forgot it. If you did not request this, ignore this message.`,
  }
}
