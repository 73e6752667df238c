/** Specification section 3, "Phonebook/file parse result". */
export const ParseResult = {
  Ok: 0,
  NotAcceptableType: 1,
  ParseFileFailed: 2,
  EmptyFile: 3,
  NoValidPhoneNumbers: 4,
} as const
export type ParseResult = (typeof ParseResult)[keyof typeof ParseResult]

export const RecipientSource = { Input: 1, File: 2, Phonebook: 3 } as const
export type RecipientSource = (typeof RecipientSource)[keyof typeof RecipientSource]

export const SendJobStatus = { Queued: 0, Pending: 1, Finished: 2, Interrupt: 3 } as const
export type SendJobStatus = (typeof SendJobStatus)[keyof typeof SendJobStatus]

export const ExportJobStatus = { Failed: 0, Queued: 1, Pending: 2, Finished: 3 } as const
export type ExportJobStatus = (typeof ExportJobStatus)[keyof typeof ExportJobStatus]

/** Prepare is a new record prefilled from an existing one. */
export const EditMode = { Create: 1, Edit: 2, Prepare: 3 } as const
export type EditMode = (typeof EditMode)[keyof typeof EditMode]
