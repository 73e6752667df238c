/** The types of a template's variables (screens S3). The type decides which values a message may put in its place. */
export const variableTypes = ['code', 'number', 'money', 'datetime', 'phone', 'name', 'text', 'url', 'id'] as const
export type VariableType = (typeof variableTypes)[number]

/** A variable of a template, written `{name}` in its content. */
export interface TemplateVariable {
  readonly name: string
  readonly type: VariableType
  /** The most characters that a value may have. */
  readonly max_length: number
  /** A value as a message would carry it, for the reviewer and the preview. */
  readonly sample: string
}

/** The fields of the form, which findings and reasons name. */
export const templateFields = [
  'name',
  'code',
  'scene',
  'language',
  'content',
  'signature_id',
  'industry',
  'usage_note',
  'variables',
] as const
export type TemplateField = (typeof templateFields)[number]
