import { lintTemplate } from '@hongyan/contract/senders/findings'
import { Locale, Partition } from '@hongyan/contract/vocabulary/account'
import { expect, test } from 'vitest'
import { starterDraft, starters } from './draft.ts'

test('the rules find no error and no rejection in the content of a starter, in either part of the world', () => {
  const content = Object.values(Locale).flatMap((locale) =>
    Object.values(Partition).flatMap((partition) =>
      starters.flatMap((starter) =>
        lintTemplate(starterDraft(starter, locale, partition), { partition, today: '2026-11-23' })
          .filter(({ field, severity }) => field === 'content' && severity !== 'hint')
          .map(({ rule }) => `${partition} ${locale} ${starter}: ${rule}`),
      ),
    ),
  )
  expect(content).toEqual([])
})
