import { parentPort, workerData } from 'node:worker_threads'
import { drawInvoice, type InvoiceJob } from './features/finance/invoices/invoice-pdf.ts'
import { drawDocument, type PdfJob } from './features/finance/transactions/pdf.ts'

/** Draws the one PDF that this thread was started for. */
const job = workerData as PdfJob | InvoiceJob // the caller starts the thread with one of them
const drawn = await (job.document === 'invoice' ? drawInvoice(job) : drawDocument(job))
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(drawn)
