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
  const texts = letterTexts[locale][kind]
  return drawPdf(locale, texts.title, async (pdf) => {
    pdf.title(texts.title, texts.to)
    for (const { heading, fields } of texts.parts) {
      pdf.heading(heading)
      pdf.blanks(fields)
    }
    pdf.heading(texts.authorisation)
    for (const paragraph of texts.paragraphs) pdf.paragraph(paragraph)
    pdf.heading(texts.signatures.heading)
    pdf.blanks(texts.signatures.fields)
    pdf.note(texts.note)
  })
}
