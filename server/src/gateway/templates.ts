import { type AccountId, dashedId, type SignatureId, TemplateId } from '@hongyan/contract/ids'
import { templates as limits } from '@hongyan/contract/limits/senders'
import { publicTemplates } from '@hongyan/contract/senders/public-templates'
import { mainlandCarriers } from '@hongyan/contract/vocabulary/filing'
import type { MessageScene } from '@hongyan/contract/vocabulary/message'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import type { TemplateVariable } from '@hongyan/contract/vocabulary/template'
import { statement, type Tx } from '../db/tx.ts'
import { compiled, type CompiledTemplate, matchText } from '../pipeline/mainland-text.ts'
import type { Matched, SendTemplate } from '../pipeline/message.ts'
import { NO_MAPPINGS, readTemplateMappings } from './template-mappings.ts'

interface Row {
  id: string
  code: string | null
  /** Null where no version may be used. */
  version: number | null
  name: string
  scene: MessageScene
  content: string
  variables: readonly TemplateVariable[]
  signature: SignatureId | null
  status: ReviewStatus
  checkedAt: Date | null
  isFiled: boolean
}

const SERVING = `select t.id, t.code, v.version, v.name, v.scene, v.content, v.variables, v.signature_id as signature,
     v.status, v.checked_at as "checkedAt", (
       select count(*) from filing f where f.account_id = t.account_id and f.subject_id = t.id
         and f.version = v.version and f.state = 'filed') = ${mainlandCarriers.length} as "isFiled"
   from template t left join template_version v on v.account_id = t.account_id and v.template_id = t.id and v.version = t.serving
   where t.account_id = $1`

const FIND = statement('templates.find', `${SERVING} and t.id = $2`)
const FIND_BY_CODE = statement(
  'templates.by_code',
  `${SERVING} and t.id = (
    select template_id from template_code where account_id = $1 and code = $2)`,
)
/**
 * The templates whose fixed beginning the text has. The longest beginnings come first. A template without a serving
 * version has no beginning; saying so lets PostgreSQL use the partial index.
 */
export const BY_PREFIX = statement(
  'templates.by_prefix',
  `${SERVING} and t.serving is not null and t.prefix = any($2::text[]) order by length(t.prefix) desc, t.id limit $3`,
)

/** The most templates that a text is compared with: those with the longest common beginning. */
const COMPARED = 2_000
/** The most templates and texts that one process remembers. */
const REMEMBERED = 20_000
const TEXTS_REMEMBERED = 2_000
const COMPILED_REMEMBERED = 2 * COMPARED

type Found = SendTemplate | 'unapproved' | null

/** The templates of the accounts, as the send API finds them: from memory, or from the database the first time. */
export interface TemplateCache {
  /**
   * A template by its id or code; `unapproved` where none of its versions may be used, null where the account has no
   * such template. Undefined: `load` it first.
   */
  readonly find: (account: AccountId, name: string) => Found | undefined
  readonly load: (account: AccountId, name: string) => Promise<void>
  /** The template that a text was written by. Undefined: `loadMatch` it first. */
  readonly match: (account: AccountId, bare: string) => Matched | undefined
  readonly loadMatch: (account: AccountId, bare: string) => Promise<void>
  /** Lets go of an account's templates, because one has changed. */
  readonly forget: (account: AccountId) => void
}

export function createTemplateCache(db: Tx): TemplateCache {
  const byAccount = new Map<AccountId, Known>()
  let remembered = 0

  const knownOf = (account: AccountId): Known => {
    const known = byAccount.get(account)
    if (known !== undefined) return known
    const made: Known = { byName: new Map(), byText: new Map(), compiled: new Map() }
    byAccount.set(account, made)
    return made
  }

  /** Memory is bounded: past its limit everything is read anew. */
  const remember = (account: AccountId, write: (known: Known) => void): void => {
    if (remembered >= REMEMBERED) {
      byAccount.clear()
      remembered = 0
    }
    remembered += 1
    write(knownOf(account))
  }

  const forget = (account: AccountId): void => {
    const known = byAccount.get(account)
    if (known === undefined) return
    remembered -= Math.min(remembered, known.byName.size + known.byText.size)
    byAccount.delete(account)
  }

  /** A template with its ids at the account's channels. */
  const mapped = async (account: AccountId, template: SendTemplate): Promise<SendTemplate> => {
    const mappingsOf = await readTemplateMappings(db, account, [template.id])
    return { ...template, mappings: mappingsOf(template.id) }
  }

  return {
    forget,
    find: (account, name) => publicByCode.get(name) ?? byAccount.get(account)?.byName.get(name),
    async load(account, name) {
      const before = knownOf(account)
      const id = TemplateId.safeParse(dashedId(name).toLowerCase())
      const [row] = await db.run<Row>(id.success ? FIND : FIND_BY_CODE, [account, id.success ? id.data : name])
      const template = row === undefined ? null : (present(row) ?? 'unapproved')
      const found = template === null || template === 'unapproved' ? template : await mapped(account, template)
      // A change of the account's templates meanwhile replaced what is known about it.
      if (byAccount.get(account) !== before) return
      remember(account, ({ byName }) => byName.set(name, found))
    },
    match: (account, bare) => byAccount.get(account)?.byText.get(bare),
    async loadMatch(account, bare) {
      const before = knownOf(account)
      const rows = await db.run<Row>(BY_PREFIX, [account, beginningsOf(bare), COMPARED])
      const matched = matchText(compiledOf(before, rows), bare)
      const found = 'template' in matched ? { ...matched, template: await mapped(account, matched.template) } : matched
      if (byAccount.get(account) !== before) return
      remember(account, (known) => {
        if (known.byText.size >= TEXTS_REMEMBERED) known.byText.clear()
        known.byText.set(bare, found)
      })
    },
  }
}

/** The remembered part of an account's templates. */
interface Known {
  readonly byName: Map<string, Found>
  readonly byText: Map<string, Matched>
  /** By id and version. */
  readonly compiled: Map<string, CompiledTemplate>
}

function compiledOf(known: Known, rows: readonly Row[]): readonly CompiledTemplate[] {
  const own = rows.flatMap((row) => {
    const template = present(row)
    if (template === null) return []
    const key = `${template.id} ${template.version}`
    const made = known.compiled.get(key) ?? compiled(template)
    if (known.compiled.size >= COMPILED_REMEMBERED) known.compiled.clear()
    known.compiled.set(key, made)
    return [made]
  })
  return [...own, ...compiledPublic]
}

/** A template's content has so many characters at most, and a character has two of JavaScript at most. */
const PREFIX_MAX = 2 * limits.contentMax

/** Every beginning of a text that a template can have, the empty one among them. */
const beginningsOf = (text: string): readonly string[] =>
  Array.from({ length: Math.min(text.length, PREFIX_MAX) + 1 }, (_, length) => text.slice(0, length))

const present = ({ status, checkedAt, version, ...row }: Row): SendTemplate | null =>
  version === null
    ? null
    : {
        ...row,
        version,
        isApproved: status === ReviewStatus.Approved,
        checkedAt: checkedAt?.getTime() ?? 0,
        mappings: NO_MAPPINGS,
      }

/** Public templates belong to the provider, which had them approved and filed. */
const publicByCode = new Map<string, SendTemplate>(
  publicTemplates.map(({ id, name, scene, content, variables }) => [
    id,
    {
      id,
      code: id,
      version: 1,
      name,
      scene,
      content,
      variables,
      signature: null,
      isApproved: true,
      checkedAt: 0,
      isFiled: true,
      mappings: NO_MAPPINGS,
    },
  ]),
)
const compiledPublic = [...publicByCode.values()].map(compiled)
