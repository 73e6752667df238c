import type { Locale } from '@hongyan/contract/vocabulary/account'
import { drawPdf } from '../../kit/pdf/document.ts'
import { type LetterKind, letterTexts } from './letter-texts.ts'

/** The content of the PDF of a blank letter of authorisation. */
export interface LetterJob {
  readonly document: 'authorisation_letter'
  readonly kind: LetterKind
  readonly locale: Locale
}

/** Draws the form of an authorisation: one page, to be printed, signed and sealed. */
export function drawLetter({ kind, locale }: LetterJob): Promise<Buffer> {
  const { to, subject, signatures, [kind]: own } = letterTexts[locale]
  return drawPdf(locale, own.title, async (pdf) => {
    pdf.title(own.title, to)
    for (const { heading, fields } of own.parts) {
      pdf.heading(heading)
      pdf.blanks(fields)
    }
    pdf.heading(subject)
    for (const paragraph of own.paragraphs) pdf.paragraph(paragraph)
    pdf.heading(signatures.heading)
    pdf.blanks(signatures.fields)
    pdf.note(own.note)
  })
}
