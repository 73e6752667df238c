import { Locale } from '@hongyan/contract/vocabulary/account'

/** The content of an email, in the language of its reader. All texts are plain. */
export interface Letter {
  readonly locale: Locale
  readonly subject: string
  /** A code, shown large above the text. */
  readonly code?: string
  /** Empty lines divide its paragraphs. */
  readonly text: string
  readonly button?: Link | null
  /** A line below the letter, such as the page where the reader chooses these emails. */
  readonly footer?: Link | null
  /** True where a reply by email arrives: the first line says where the answer goes. */
  readonly takesReplies?: boolean
}

export interface Link {
  readonly title: string
  readonly address: string
}

/** The parts of an email that both forms of a letter fill. */
export interface LetterParts {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const products: Readonly<Record<Locale, string>> = { [Locale.English]: 'Hongyan', [Locale.SimplifiedChinese]: '鸿雁' }

/** The first line of emails that take replies. A reply ends where its quotation of this line begins. */
export const replyMarkers: Readonly<Record<Locale, string>> = {
  [Locale.English]: '## Reply above this line ##',
  [Locale.SimplifiedChinese]: '## 请在此行上方回复 ##',
}

/** Lays a letter out as plain text and as HTML. The HTML loads nothing: its only style is in the letter itself. */
export const laidOut = (letter: Letter): LetterParts => ({
  subject: letter.subject,
  text: plainOf(letter),
  html: htmlOf(letter),
})

function plainOf({ locale, code, text, button, footer, takesReplies = false }: Letter): string {
  const lines = [button, footer].flatMap((link) =>
    link === null || link === undefined || text.includes(link.address) ? [] : [`${link.title}: ${link.address}`],
  )
  const first = [...(takesReplies ? [replyMarkers[locale]] : []), ...(code === undefined ? [] : [code])]
  return [...first, text, ...lines].join('\n\n')
}

const SANS =
  "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Inter,'Helvetica Neue',Arial,'PingFang SC','Microsoft YaHei','Noto Sans SC',sans-serif"
const MONO = "ui-monospace,'SF Mono',Menlo,Consolas,'Liberation Mono',monospace"

/** Colours of the dark look. Clients that ignore it show the light one, whose colours stand at the elements. */
const DARK = `@media (prefers-color-scheme: dark) {
  .page { background: #0b0b0f !important; }
  .card { background: #17171e !important; border-color: #25252f !important; }
  .ink { color: #eeeef3 !important; }
  .quiet { color: #a2a2b0 !important; }
  .code { background: #121218 !important; color: #eeeef3 !important; }
  .link { color: #a9abff !important; }
  .button { background: #5a5ddb !important; }
}`

function htmlOf({ locale, subject, code, text, button, footer, takesReplies = false }: Letter): string {
  const paragraphs = text.split('\n\n').map((each) => paragraph(linked(each, button)))
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>${DARK}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f8f8fa">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f8f8fa">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
${takesReplies ? markerRow(locale) : ''}<tr><td class="ink" style="padding:0 4px 16px;font:600 16px/24px ${SANS};color:#16161f">${products[locale]}</td></tr>
<tr><td class="card" style="padding:28px 24px;background:#ffffff;border:1px solid #e7e7ec;border-radius:12px">
<h1 class="ink" style="margin:0 0 16px;font:600 20px/28px ${SANS};color:#16161f">${escaped(subject)}</h1>
${code === undefined ? '' : codeBlock(code)}${paragraphs.join('\n')}
${button ? buttonBlock(button) : ''}</td></tr>
${footer ? footerRow(footer) : ''}</table>
</td></tr>
</table>
</body>
</html>
`
}

const markerRow = (locale: Locale): string =>
  `<tr><td class="quiet" style="padding:0 4px 12px;font:400 12px/18px ${SANS};color:#5f5f6e">${replyMarkers[locale]}</td></tr>
`

const paragraph = (html: string): string =>
  `<p class="ink" style="margin:0 0 12px;font:400 15px/24px ${SANS};color:#16161f">${html.replaceAll('\n', '<br>')}</p>`

const codeBlock = (code: string): string =>
  `<p class="code" style="margin:0 0 16px;padding:16px;border-radius:8px;background:#f8f8fa;text-align:center;font:600 28px/36px ${MONO};letter-spacing:4px;color:#16161f">${escaped(code)}</p>
`

const buttonBlock = ({ title, address }: Link): string =>
  `<p style="margin:20px 0 0"><a href="${escaped(address)}" target="_blank" class="button" style="display:inline-block;padding:10px 20px;border-radius:8px;background:#3638a8;font:500 15px/24px ${SANS};color:#ffffff;text-decoration:none">${escaped(title)}</a></p>
`

const footerRow = (footer: Link): string =>
  `<tr><td style="padding:16px 4px 0;font:400 12px/18px ${SANS}">${anchor(footer)}</td></tr>
`

const anchor = ({ title, address }: Link): string =>
  `<a href="${escaped(address)}" target="_blank" class="link" style="color:#3638a8">${escaped(title)}</a>`

/** Escapes a text, and makes a link of the button's address where the text contains it. */
function linked(text: string, button: Link | null | undefined): string {
  if (!button) return escaped(text)
  return text
    .split(button.address)
    .map(escaped)
    .join(anchor({ title: button.address, address: button.address }))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => entities[mark] ?? mark)
