/** The form that is open: a new submission, or the repair of a rejected one. */
export type OpenForm = 'new' | 'repair'

/** The part of the address that opens the form. */
export interface VerificationSearch {
  readonly form?: OpenForm | undefined
}

export const readForm = ({ form }: VerificationSearch): OpenForm | null =>
  form === 'new' || form === 'repair' ? form : null
