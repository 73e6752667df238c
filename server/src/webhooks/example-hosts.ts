import { setImmediate as soon } from 'node:timers/promises'
import { failureOfStatus } from './answer.ts'
import type { WebhookAnswer, WebhookRequest, WebhookSender } from './sender.ts'

/** Hosts below `.example` are reserved (RFC 2606): no name server knows them. */
const EXAMPLE = /(?:^|\.)example$/
const STATUS = /\/([2-5]\d\d)$/
const OK = 204

const isExample = (url: string): boolean => URL.canParse(url) && EXAMPLE.test(new URL(url).hostname)

/** The answer of a host below `.example`: the status that its path ends with, else 204. */
async function answerOf({ url }: WebhookRequest): Promise<WebhookAnswer> {
  const began = performance.now()
  const code = Number(STATUS.exec(new URL(url).pathname)?.[1] ?? OK)
  await soon()
  const latency = Math.round(performance.now() - began)
  return { code, failure: failureOfStatus(code), latency, headers: [], body: '', retryAfter: null }
}

/** Lets the sandbox answer for hosts below `.example`, so that an endpoint needs no server. Other hosts are really called. */
export const withExampleHosts = (sender: WebhookSender): WebhookSender => ({
  ...sender,
  post: (request) => (isExample(request.url) ? answerOf(request) : sender.post(request)),
  check: async (url) => (isExample(url) ? null : sender.check(url)),
})
