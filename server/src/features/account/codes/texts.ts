import { code as limits } from '@hongyan/contract/limits/account'
import { Locale } from '@hongyan/contract/vocabulary/account'
import type { CodeScene } from '@hongyan/contract/vocabulary/codes'
import type { Letter } from '../../../kit/letter.ts'

/** The text of a code as a text message, and as an email. */
export interface CodeText {
  readonly text: string
  readonly letter: Pick<Letter, 'subject' | 'code' | 'text' | 'button'>
}

const MINUTES = limits.validFor / 60_000

const uses: Readonly<Record<Locale, Readonly<Record<CodeScene, string>>>> = {
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
export function codeText(locale: Locale, scene: CodeScene, code: string): CodeText {
  const use = uses[locale][scene]
  if (locale === Locale.SimplifiedChinese) {
    const rest = `${MINUTES} 分钟内有效。请勿泄露给他人。`
    return {
      text: `验证码 ${code}，用于${use}，${rest}`,
      letter: { subject: '鸿雁验证码', code, text: `此验证码用于${use}，${rest}` },
    }
  }
  const rest = `It expires in ${MINUTES} minutes. Do not share it with anyone.`
  return {
    text: `${code} is your Hongyan code to ${use}. ${rest}`,
    letter: { subject: 'Your Hongyan code', code, text: `This is your Hongyan code to ${use}. ${rest}` },
  }
}

/**
 * For a phone or email address that already has an account: goes to its owner, while the requester gets the usual
 * response.
 */
export function takenText(locale: Locale, kind: 'phone' | 'email', signIn: string): CodeText {
  if (locale === Locale.SimplifiedChinese) {
    const named = kind === 'phone' ? '手机号' : '邮箱'
    const text = `该${named}已有鸿雁账户，请直接登录；如忘记密码，请在登录页重置。如非本人操作，请忽略。`
    return { text, letter: { subject: '您的鸿雁账户', text, button: { title: '登录', address: signIn } } }
  }
  const named = kind === 'phone' ? 'phone number' : 'email'
  const text = `This ${named} already has a Hongyan account. Sign in, or reset the password if you forgot it. If you did not request this, ignore this message.`
  return { text, letter: { subject: 'Your Hongyan account', text, button: { title: 'Sign in', address: signIn } } }
}
