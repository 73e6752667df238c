import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { expect, test } from 'vitest'
import { balanceAfter, openQuestions, questionsOf } from './confirmation.ts'

const quote = { scene: MessageScene.Notification, recipients: 5, repeats: null } as const
const marketing = { ...quote, scene: MessageScene.Marketing, recipients: 12_480 } as const
const unanswered = { consented: false, typed: '', repeats: false }

test('a small notification asks nothing', () => {
  expect(questionsOf(quote, false)).toEqual([])
})

test('marketing to more than 10,000 people asks for consent and for their number', () => {
  const questions = questionsOf(marketing, false)
  expect(questions).toEqual(['consented', 'typed'])
  expect(openQuestions(questions, { ...unanswered, typed: '12,481' }, marketing)).toEqual(['consented', 'typed'])
  expect(openQuestions(questions, { consented: true, typed: '12,480', repeats: false }, marketing)).toEqual([])
})

test('a broadcast like an earlier one is confirmed, whoever has noticed', () => {
  expect(questionsOf(quote, true)).toEqual(['repeats'])
  expect(openQuestions(['repeats'], unanswered, quote)).toEqual(['repeats'])
})

test('the balance afterwards is exact, and below zero where it is not enough', () => {
  expect(balanceAfter({ available: '1284.379200', at_most: '500.498000' })).toBe('783.881200')
  expect(balanceAfter({ available: '0.100000', at_most: '0.100001' })).toBe('-0.000001')
})
