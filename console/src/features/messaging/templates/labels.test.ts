import { variableTypeNames } from '@hongyan/contract/senders/variable-type-names'
import { variableTypes } from '@hongyan/contract/vocabulary/template'
import { expect, test } from 'vitest'
import { typeLabels } from './labels.ts'
import en from './messages.en.json'
import zh from './messages.zh-CN.json'

const [english, chinese] = [new Map(Object.entries(en)), new Map(Object.entries(zh))]

test.each(variableTypes)('the form and the hints name the type %s alike', (type) => {
  const label = typeLabels[type]
  expect(variableTypeNames[type]).toEqual({ en: english.get(label), zh: chinese.get(label) })
})
