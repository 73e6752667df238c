import { code as limits } from '@hongyan/contract/limits'
import { Locale } from '@hongyan/contract/vocabulary/account'
import type { Purpose } from './scenes.ts'

/** The text of a code; an email also has the subject. */
export interface CodeText {
  readonly subject: string
  readonly text: string
}

const MINUTES = limits.validFor / 60_000

const purposes: Readonly<Record<Locale, Readonly<Record<Purpose, string>>>> = {
  en: { bind: 'verification', verify: 'verification', reset: 'password reset', signin: 'sign-in', signup: 'sign-up' },
  'zh-CN': { bind: '绑定', verify: '身份验证', reset: '重置密码', signin: '登录', signup: '注册' },
}

export function codeText(locale: Locale, purpose: Purpose, code: string): CodeText {
  const named = purposes[locale][purpose]
  if (locale === Locale.SimplifiedChinese) {
    return {
      subject: '鸿雁验证码',
      text: `您的鸿雁${named}验证码是 ${code}，${MINUTES} 分钟内有效，请勿告诉他人。`,
    }
  }
  return {
    subject: 'Your Hongyan code',
    text: `${code} is your Hongyan ${named} code. It is valid for ${MINUTES} minutes. Do not share it with anyone.`,
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
      text: `该${named}已有鸿雁账户，请直接登录；如忘记密码，可在登录页重置。如非本人操作，请忽略。`,
    }
  }
  const named = kind === 'phone' ? 'phone number' : 'e-mail address'
  return {
    subject: 'Your Hongyan account',
    text: `This ${named} already has a Hongyan account. Sign in with it, or reset the password if you forgot it. If you did not ask for this, ignore it.`,
  }
}
