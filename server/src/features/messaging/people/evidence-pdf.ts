import { shortId } from '@hongyan/contract/account'
import type { EvidencePack } from '@hongyan/contract/endpoints/messaging/people'
import { errorCause } from '@hongyan/contract/errors'
import { people as limits } from '@hongyan/contract/limits/messaging'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import { messageWords } from '@hongyan/contract/vocabulary/message-words'
import { zoneName } from '@hongyan/contract/zone'
import { momentIn } from '../../../kit/format.ts'
import { type Cell, type Column, drawPdf, type PdfDocument } from '../../../kit/pdf/document.ts'
import type { Signed } from '../../../signing/signing.ts'
import { type EvidenceTexts, evidenceTexts } from './evidence-texts.ts'

/** An evidence pack to draw, in a form that can be passed to another thread. */
export interface EvidenceJob {
  readonly document: 'evidence_pack'
  readonly locale: Locale
  /** The name of the account. */
  readonly name: string
  readonly signed: Signed<EvidencePack>
}

type Message = EvidencePack['messages'][number]

interface Surroundings {
  readonly texts: EvidenceTexts
  readonly locale: Locale
  readonly moment: (at: string) => string
  readonly currency: string
  readonly templates: ReadonlyMap<string, string>
}

/** The attached file: a signed document, as `hongyan person check` reads it. */
const ATTACHED = 'evidence.json'
/** The space that a message begins with: its heading and the first lines below it. */
const BEGINNING = 90

/** Draws an evidence pack: consent, the messages newest first, and the signature of the attached file. */
export function drawEvidence({ locale, name, signed }: EvidenceJob): Promise<Buffer> {
  const { document: pack, signature } = signed
  const texts = evidenceTexts(locale)
  const inZone = momentIn(pack.zone)
  const around: Surroundings = {
    texts,
    locale,
    moment: (at) => inZone(new Date(at)),
    currency: pack.currency,
    templates: new Map(pack.templates.map((one) => [versionKey(one), texts.template(one.name, one.version)])),
  }
  return drawPdf(locale, texts.title, async (pdf) => {
    pdf.title(texts.title, texts.product)
    pdf.parties([
      {
        label: texts.sender,
        name: name || shortId(pack.account),
        lines: name ? [texts.account(shortId(pack.account))] : [],
      },
    ])
    pdf.details([
      [texts.number, pack.recipient],
      [texts.madeAt, around.moment(pack.made_at)],
      [texts.zone, zoneName(pack.zone, locale)],
      [texts.count, String(pack.messages.length)],
    ])
    const shown = pack.messages.slice(0, limits.evidencePages)
    if (shown.length < pack.messages.length || !pack.complete) {
      pdf.note(texts.newest(shown.length, pack.messages.length, pack.complete))
    }
    drawConsent(pdf, pack, around)
    pdf.heading(texts.messages)
    if (shown.length === 0) pdf.note(texts.none)
    for (const message of shown) await drawMessage(pdf, message, around)
    pdf.room(BEGINNING)
    pdf.heading(texts.signature)
    pdf.note(texts.signed(ATTACHED))
    pdf.details([
      [texts.key, signature.key],
      [texts.value, signature.value],
    ])
    pdf.attach(ATTACHED, JSON.stringify(signed, null, 2))
  })
}

const versionKey = ({ id, version }: { readonly id: string; readonly version: number }): string => `${id} ${version}`

function drawConsent(
  pdf: PdfDocument,
  { templates, statement, listed }: EvidencePack,
  { texts, locale, moment }: Surroundings,
) {
  pdf.heading(texts.consent)
  pdf.note(statement[locale])
  if (templates.length === 0) pdf.note(texts.noTemplates)
  const { scenes } = messageWords(locale)
  pdf.details(
    templates.map(({ name, version, scene, usage_note: note, approved_at: at }) => [
      texts.template(name, version),
      [scenes[scene], note || texts.noNote, ...(at === null ? [] : [texts.approvedAt(moment(at))])].join(' · '),
    ]),
  )
  if (listed.length === 0) pdf.note(texts.notListed)
  pdf.details(
    listed.map(({ reason, scenes: stopped, source, note, created_at: at }) => [
      texts.listReasons[reason],
      [stopped.map((scene) => scenes[scene]).join(texts.comma), texts.listSources[source], moment(at), note]
        .filter((part) => part !== '')
        .join(' · '),
    ]),
  )
}

async function drawMessage(pdf: PdfDocument, message: Message, around: Surroundings): Promise<void> {
  const { texts, locale, moment } = around
  const { statuses } = messageWords(locale)
  pdf.room(BEGINNING)
  pdf.heading(`${moment(message.accepted_at)} · ${statuses[message.status]}`)
  pdf.details(detailsOf(message, around))
  await pdf.table(columnsOf(texts), timelineOf(message, around))
}

function detailsOf(message: Message, { texts, locale, currency, templates }: Surroundings) {
  const { template, error_code: error, client_ref: reference } = message
  const name = template && (templates.get(versionKey(template)) ?? texts.template(template.id, template.version))
  return [
    [texts.id, message.id],
    [texts.request, message.request_id],
    ...(reference === null ? [] : [[texts.reference, reference] as const]),
    ...(message.sender === null ? [] : [[texts.shownSender, message.sender] as const]),
    ...(name === null ? [] : [[texts.templateName, name] as const]),
    [texts.text, message.text ?? texts.notKept],
    [texts.parts, String(message.parts)],
    [texts.price, `${message.price} ${currency}`],
    ...(error === null ? [] : [[texts.reason, errorCause(error, locale)] as const]),
  ] as const
}

const columnsOf = (texts: EvidenceTexts): readonly Column[] => [
  { title: texts.time, width: 120, align: 'left' },
  { title: texts.event, width: 110, align: 'left' },
  { title: texts.source, width: 130, align: 'left' },
  { title: texts.part, width: 45, align: 'left' },
  { title: texts.code, width: 110, align: 'left' },
]

/** The acceptance and the facts behind it. A refused message has no acceptance, and no channel: its refusal comes first. */
function timelineOf(
  { accepted_at: accepted, status, upstream, facts }: Message,
  { texts, locale, moment }: Surroundings,
) {
  const { statuses } = messageWords(locale)
  const line = (...cells: readonly string[]): readonly Cell[] => cells.map((text) => ({ text }))
  const lines = facts.map(({ at, status: reached, source, part, upstream_code: code }) =>
    line(moment(at), statuses[reached], texts.sources[source], part === null ? '' : String(part), code ?? ''),
  )
  const isRefused = upstream === null
  // The stop by a limit is a fact of its own.
  if (isRefused && lines.length > 0) return lines
  return [
    line(moment(accepted), isRefused ? statuses[status] : texts.accepted, texts.sources.hongyan, '', ''),
    ...lines,
  ]
}
