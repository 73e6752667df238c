import type { Page } from 'playwright-core'

export interface SignIn {
  readonly identifier: string
  readonly password: string
}

const words = {
  'en-US': { identifier: 'Email or phone', password: 'Password', act: 'Sign in' },
  'zh-CN': { identifier: '邮箱或手机号', password: '密码', act: '登录' },
} as const

/** Signs in as a person does, and is on the console's first page afterwards. */
export async function signIn(page: Page, who: SignIn, locale: keyof typeof words = 'en-US'): Promise<void> {
  const { identifier, password, act } = words[locale]
  await page.goto('/login')
  await page.getByLabel(identifier).fill(who.identifier)
  await page.getByLabel(password, { exact: true }).fill(who.password)
  await page.getByRole('button', { name: act, exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
}
