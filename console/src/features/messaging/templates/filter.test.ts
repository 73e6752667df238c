import { EditMode } from '@hongyan/contract/vocabulary/job'
import { expect, test } from 'vitest'
import { filterOf, listOf, modeOf, readSearch } from './filter.ts'

const id = '01a1f885-dd6a-7371-b38d-d8a1833f56f4'

test('the address of the list holds its filters, and leaves out what is not one', () => {
  const search = {
    status: 4,
    scene: 2,
    language: 'pt-BR',
    signature: id,
    text: ' order ',
    sort: 'created_at',
    tab: 'x',
  }
  expect(readSearch({ ...search, nothing: 1 })).toEqual({
    status: 4,
    scene: 2,
    language: 'pt-BR',
    signature: id,
    text: 'order',
    sort: 'created_at',
  })
  expect(
    readSearch({ status: 9, scene: '2', language: '../', signature: 'x', text: ' ', open: '1', from: 'A' }),
  ).toEqual({})
})

test('the sheet and the form are no filters', () => {
  const search = { status: 0, open: id, edit: id, form: 'new', from: 'pub_code_en', tab: 'public' } as const
  expect(filterOf(search)).toEqual({ status: 0 })
  expect(listOf(search)).toEqual({ status: 0, tab: 'public' })
})

test('a form creates a template, edits one, or prepares a new one from another', () => {
  const searches = [{ form: 'new' }, { edit: id }, { form: 'new', from: id }] as const
  expect(searches.map(modeOf)).toEqual([EditMode.Create, EditMode.Edit, EditMode.Prepare])
})
