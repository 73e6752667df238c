import { expect, test } from 'vitest'
import { compiled, matchText } from './mainland-text.ts'

test('a text finds a template that repeats a variable before a digit', () => {
  const content = '{name}您好，请{name}1小时内到柜台领取。'
  const template = {
    id: '019ab000-0000-7000-8000-000000000002',
    code: 'guitai',
    version: 1,
    name: '领取',
    scene: 2,
    content,
    variables: [{ name: 'name', type: 'name', max_length: 12, sample: '王芳' }],
    signature: null,
    isApproved: true,
    checkedAt: 0,
    isFiled: true,
    mappings: new Map(),
  } as const
  const written = '李雷您好，请李雷1小时内到柜台领取。'
  expect(matchText([compiled(template)], written)).toEqual({ template, codes: [] })
  expect(matchText([compiled(template)], written.replace('李雷1', '韩梅1'))).toEqual({ nearest: 'guitai', at: 6 })
})
