/** The form of every id but those of accounts: a UUIDv7 in lower case, as the brands of ids.ts parse it. */
export const RECORD_ID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

/** An id as a person may type it, in capitals too. */
export const TYPED_RECORD_ID = new RegExp(RECORD_ID.source, 'i')

/** Reads an id of a record; null for another text. */
export const readRecordId = (typed: string): string | null => (RECORD_ID.test(typed) ? typed : null)
