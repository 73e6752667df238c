import { readFileSync } from 'node:fs'
import { errorWords } from '@hongyan/contract/errors'
import { expect, test } from 'vitest'

test.each(['en', 'zh-CN'] as const)(
  'in %s, what a suspension disables says the words of the server’s refusal',
  (locale) => {
    const texts: unknown = JSON.parse(readFileSync(new URL(`messages.${locale}.json`, import.meta.url), 'utf8'))
    expect(texts).toMatchObject({ 'shell.suspended': errorWords('account_suspended', locale).what })
  },
)
