import { parentPort, workerData } from 'node:worker_threads'
import { drawInvoice, type InvoiceJob } from './features/finance/invoices/invoice-paper.ts'
import { drawJob, type PaperJob } from './features/finance/transactions/papers.ts'

/** A thread that draws the one paper it was made for. */
const job = workerData as PaperJob | InvoiceJob // what whoever started the thread gave it
const drawn = await (job.paper === 'invoice' ? drawInvoice(job) : drawJob(job))
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(drawn)
