import type { ContactImport } from '@hongyan/contract/endpoints/messaging/phonebooks'
import { ParseResult } from '@hongyan/contract/vocabulary/job'
import type { ImportProblem } from '@hongyan/contract/vocabulary/phonebook'
import type { TextId } from '../../../../i18n/ids.ts'

const problemTexts: Readonly<Record<ImportProblem, TextId>> = {
  no_phone_column: 'phonebooks.noPhoneColumn',
  two_phone_columns: 'phonebooks.twoPhoneColumns',
  duplicate_headers: 'phonebooks.duplicateHeaders',
  too_many_rows: 'phonebooks.tooManyRows',
  too_many_columns: 'phonebooks.tooManyColumns',
  unknown_sheet: 'phonebooks.unknownSheet',
  too_many_fields: 'phonebooks.tooManyFields',
  phonebook_full: 'phonebooks.full',
}

/** Specification section 3. */
const resultTexts: Readonly<Record<ParseResult, TextId>> = {
  [ParseResult.Ok]: 'phonebooks.imported',
  [ParseResult.NotAcceptableType]: 'phonebooks.notAcceptable',
  [ParseResult.ParseFileFailed]: 'phonebooks.parseFailed',
  [ParseResult.EmptyFile]: 'phonebooks.emptyFile',
  [ParseResult.NoValidPhoneNumbers]: 'phonebooks.noNumbers',
}

/** The reasons why a file was not imported. */
export const failureText = ({ problem, result }: Pick<ContactImport, 'problem' | 'result'>): TextId =>
  problem === null ? resultTexts[result ?? ParseResult.ParseFileFailed] : problemTexts[problem]

/** The part of a file that the owner can choose to have it imported after all. */
export function choiceOf({ problem, columns, sheets }: ContactImport): 'column' | 'sheet' | null {
  if ((problem === 'two_phone_columns' || problem === 'no_phone_column') && columns.length > 1) return 'column'
  return problem === 'unknown_sheet' && sheets.length > 0 ? 'sheet' : null
}

/** The counts that a finished import shows, those of left-out rows behind the others. */
export const countRows = ({
  added,
  updated,
  unchanged,
  counts,
}: ContactImport): readonly (readonly [TextId, number])[] => [
  ['phonebooks.countAdded', added],
  ['phonebooks.countUpdated', updated],
  ['phonebooks.countUnchanged', unchanged],
  ['phonebooks.countDuplicates', counts.duplicates],
  ['phonebooks.countInvalid', counts.invalid],
  ['phonebooks.countScientific', counts.scientific],
  ['phonebooks.countLandline', counts.landline],
  ['phonebooks.countTooLong', counts.too_long],
]

/** The rows of a file that did not become contacts. */
export const leftOutRows = ({ counts: { rows, valid } }: ContactImport): number => rows - valid
