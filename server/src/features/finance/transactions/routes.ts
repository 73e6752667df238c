import { shortId } from '@hongyan/contract/account'
import { transactions } from '@hongyan/contract/endpoints/finance/transactions'
import type { AccountId, TransactionId } from '@hongyan/contract/ids'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import { implement, type Route } from '../../../http/implement.ts'
import type { DrawInTurn } from '../../../kit/pdf/draw-in-worker.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { Sellers } from '../../../config/sellers.ts'
import { readChargeSource } from './charge-source.ts'
import type { TransactionDeps } from './counted.ts'
import { drawDocument, type PdfJob } from './pdf.ts'
import { hasReceipt, receiptNumber } from './present.ts'
import { issueReceipt } from './receipts.ts'
import { findLine, getTransaction, listTransactions, summarise } from './service.ts'
import { readMonth, readStatement } from './statement.ts'
import { monthTable } from './tables.ts'
import { statementTexts } from './statement-texts.ts'

export interface DocumentDeps extends TransactionDeps {
  readonly sellers: Sellers
}

/** The account in a file name, which is in lower case. */
const nameOf = (account: AccountId): string => shortId(account).toLowerCase()

/** The most lines in a file. The rest appears as one sum. */
const TABLE_LINES = 10_000
const PDF_LINES = 2_000

export function transactionRoutes(deps: DocumentDeps, renderPdf: DrawInTurn): readonly Route[] {
  return implement(transactions, {
    list: async ({ caller, query, total }) => {
      const page = await listTransactions(deps, caller.account, query)
      total(page.total)
      return page.rows
    },
    get: ({ caller, params }) => getTransaction(deps, caller.account, params.id),
    summary: ({ caller, query }) => summarise(deps, caller.account, query),
    statement: async ({ caller, query, total }) => {
      const page = await readStatement(deps, caller.account, query)
      total(page.total)
      return page.statement
    },
    statementCsv: async ({ caller, query, locale }) => {
      const month = await readMonth(deps, caller.account, query.month, { limit: TABLE_LINES, offset: 0 })
      return {
        name: `statement-${query.month}-${nameOf(caller.account)}.csv`,
        content: await monthTable(statementTexts(locale), month),
      }
    },
    statementPdf: ({ caller, query, locale }) =>
      renderPdf(() => statementJob(deps, caller.account, query.month, locale), drawDocument),
    receipt: ({ caller, params, locale }) =>
      renderPdf(() => receiptJob(deps, caller.account, params.id, locale), drawDocument),
  })
}

async function statementJob(deps: DocumentDeps, account: AccountId, month: string, locale: Locale) {
  const read = await readMonth(deps, account, month, { limit: PDF_LINES, offset: 0 })
  const job: PdfJob = { document: 'statement', locale, month: read, seller: deps.sellers[read.holder.partition] }
  return { name: `statement-${month}-${nameOf(account)}.pdf`, job }
}

/** Issues the receipt of a paid charge. Other transactions have none. */
async function receiptJob(deps: DocumentDeps, account: AccountId, id: TransactionId, locale: Locale) {
  const { holder, line } = await findLine(deps, account, id)
  if (line.entry === null || !hasReceipt(line)) throw new Refusal('not_found')
  const issue = { account, entry: line.entry, partition: holder.partition, name: holder.name }
  const receipt = await issueReceipt(deps.pool, issue, deps.clock.now())
  const source = await readChargeSource(deps.db, account, line.entry)
  const seller = deps.sellers[holder.partition]
  const job: PdfJob = { document: 'receipt', locale, holder, line, receipt, seller, source }
  return { name: `receipt-${receiptNumber(holder.partition, receipt.number).toLowerCase()}.pdf`, job }
}
