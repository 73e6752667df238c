import { parentPort, workerData } from 'node:worker_threads'
import { type CreditNoteJob, drawCreditNote } from './features/finance/invoices/credit-note-pdf.ts'
import { drawInvoice, type InvoiceJob } from './features/finance/invoices/invoice-pdf.ts'
import { drawLetter, type LetterJob } from './features/public-files/authorisation-letter.ts'
import { drawEvidence, type EvidenceJob } from './features/messaging/people/evidence-pdf.ts'
import { drawDocument, type PdfJob } from './features/finance/transactions/pdf.ts'

type Job = PdfJob | InvoiceJob | CreditNoteJob | LetterJob | EvidenceJob

function draw(job: Job): Promise<Buffer> {
  if (job.document === 'invoice') return drawInvoice(job)
  if (job.document === 'evidence_pack') return drawEvidence(job)
  if (job.document === 'authorisation_letter') return drawLetter(job)
  return job.document === 'credit_note' ? drawCreditNote(job) : drawDocument(job)
}

/** Draws the one PDF that this thread was started for. */
const drawn = await draw(workerData as Job) // the caller starts the thread with one of them
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(drawn)
